def log = new File(basedir, 'build.log').text

assert log.contains('cosmodrome: OK: no violation observed in')
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"status":"suppressed","reason":"a sample that always fails"')
assert report.contains('"pattern":"sample.Gone.**"')
true
