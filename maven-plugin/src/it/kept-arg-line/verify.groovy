def log = new File(basedir, 'build.log').text

assert log.contains('cosmodrome: OK: no violation observed in')
assert log.contains('cosmodrome is skipped')
// the stack has a size there already
assert !log.contains('-Xss8128k')
true
