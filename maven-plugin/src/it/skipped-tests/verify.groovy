def log = new File(basedir, 'build.log').text

// told, but not failed
assert log.contains('[ERROR] ATOM001 Counter.increment is not atomic')
// what the first build has left behind does not count in the others
assert log.count('no tests ran, so there is nothing to check') == 2
true
