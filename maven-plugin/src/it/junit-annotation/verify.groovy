def log = new File(basedir, 'build.log').text

// the annotated test fails with the proof, the other one does not
assert log.contains('Tests run: 2, Failures: 1, Errors: 0')
assert log.contains('BrokenTest.broken not atomic')
def failure = new File(basedir, 'target/surefire-reports/TEST-sample.BrokenTest.xml').text
assert failure.contains('ATOM001 Counter.increment is not atomic')
// both are named
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"sample.BrokenTest.broken"')
assert report.contains('"sample.ListenedTest.broken"')
assert log.contains('cosmodrome:prepare-agent')
true
