def log = new File(basedir, 'build.log').text

def jvms = new File(basedir, 'target/cosmodrome/jvms').listFiles()
assert jvms.length == 3
assert log.contains('[ERROR] cosmodrome: VIOLATION: 1 finding in')
assert log =~ /ATOM001 Counter.increment is not atomic .* 2x/
true
