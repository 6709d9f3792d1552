def log = new File(basedir, 'build.log').text

assert log.contains('AtomicityError: not atomic')
assert log.contains('Tests run: 2, Failures: 1, Errors: 0')
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"sample.BrokenTest.broken"')
assert report.contains('"sample.ListenedTest.broken"')
assert log.contains('cosmodrome:prepare-agent')
true
