def log = new File(basedir, 'build.log').text
def promised = new File(page).text.readLines().find { it.startsWith('[INFO] cosmodrome') }
assert log.contains(promised)
assert log.contains('Tests run: 1, Failures: 0, Errors: 0')
true
