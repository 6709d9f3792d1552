def log = new File(basedir, 'build.log').text
def promised = new File(page).text.readLines().find { it.startsWith('[ERROR] ATOM') }
assert log.contains(promised)
assert log.contains('~ interrupted ~')
// the hint that the page follows
assert log.contains('hint: lock released between')
assert log =~ /bank.Account.deposit\(int\) is not atomic, see file:.*\/target\/cosmodrome\/index.html#ATOM-[0-9a-f]{4}/
assert new File(basedir, 'target/cosmodrome/index.html').exists()
// the tests passed, and ran once
assert log.contains('Tests run: 1, Failures: 0, Errors: 0')
assert log.count('Running bank.AccountTest') == 1
true
