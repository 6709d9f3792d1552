def log = new File(basedir, 'build.log').text

assert log.contains('baseline.txt has 1 finding now')
assert new File(basedir, 'baseline.txt').text.contains(' ATOM001 sample.Counter.increment(Runnable)')
assert log.contains('cosmodrome: OK: no new violation in')
assert new File(basedir, 'target/cosmodrome/report.json').text.contains('"status":"known"')
true
