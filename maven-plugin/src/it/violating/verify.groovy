def log = new File(basedir, 'build.log').text

assert log.contains('[ERROR] ATOM001 Counter.increment is not atomic')
assert log.contains('~ interrupted ~')
assert log =~ /sample.Counter.increment\(Runnable\) is not atomic, see file:.*target.cosmodrome/
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"verdict":"VIOLATION"')
assert log.contains('Tests run: 1, Failures: 0')
true
