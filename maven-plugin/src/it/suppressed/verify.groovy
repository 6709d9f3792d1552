def log = new File(basedir, 'build.log').text

// neither the build nor the annotated test fails
assert log.contains('Tests run: 1, Failures: 0, Errors: 0')
assert log.contains('cosmodrome: OK: no new violation in')
assert log.contains('1 suppressed')
assert log.count('the suppression "sample.Gone.**" (line 2) fits no finding') == 1
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"status":"suppressed","reason":"a sample that always fails"')
true
