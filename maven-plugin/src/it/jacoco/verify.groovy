def log = new File(basedir, 'build.log').text

assert log.contains('[ERROR] ATOM001 Counter.increment is not atomic')
// the probes that all threads set are not taken for shared data of the program
assert log.contains('cosmodrome: VIOLATION: 1 finding in')
// JaCoCo knows the class by its bytes; it must have seen those of the compiler
def coverage = new File(basedir, 'target/site/jacoco/jacoco.csv').text
def row = coverage.readLines().find { it.contains(',Counter,') }.split(',')
assert row[4].toInteger() > 0
assert !log.contains('does not match')
true
