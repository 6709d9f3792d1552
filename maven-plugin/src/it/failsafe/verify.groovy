def log = new File(basedir, 'build.log').text

assert new File(basedir, 'target/cosmodrome/jvms').listFiles().length == 2
assert log.contains('[ERROR] ATOM001 Counter.increment is not atomic')
true
