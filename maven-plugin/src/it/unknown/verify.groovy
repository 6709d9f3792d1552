def log = new File(basedir, 'build.log').text

assert log.count('cosmodrome: UNKNOWN: blocks that are meant to be atomic ran on one thread only') >= 2
assert log.contains('nothing can be concluded: blocks that are meant to be atomic ran on one thread')
true
