def log = new File(basedir, 'build.log').text

assert log.contains('cosmodrome: OK: no violation observed in')
assert log.contains('instrumented 2 classes')
def report = new File(basedir, 'target/cosmodrome/report.json').text
assert report.contains('"verdict":"OK"')
// the JVM finds the agent by its manifest, so it has nothing to warn about
assert !log.contains('Sharing is only supported for boot loader classes')
// frames are longer with the agent, and tests run in the main thread
assert log.contains('argLine set to -Xss8128k -javaagent:')
assert log.count('Running sample.SoundTest') == 1
true
