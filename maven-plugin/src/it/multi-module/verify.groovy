def log = new File(basedir, 'build.log').text

def verdict = { new File(basedir, it + '/target/cosmodrome/report.json').text.find(/"verdict":"(\w+)"/) }
assert verdict('library') == '"verdict":"OK"'
// the class of another module is instrumented, too
assert verdict('application') == '"verdict":"VIOLATION"'
assert verdict('.') == '"verdict":"VIOLATION"'
assert log.contains('report of all modules: ')
true
