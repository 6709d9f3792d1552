def log = new File(basedir, 'build.log').text
def beside = new File(basedir, 'target/async/report.json').text
def sampled = new File(basedir, 'target/cosmodrome/report.json').text

assert beside.contains('"engine":"velodrome"')
assert beside.contains('"verdict":"VIOLATION"')
assert sampled.contains('"engine":"frontier"')
assert sampled.contains('"name":"sampled"')
assert sampled.contains('seed=7')
assert log.contains('option budget: expected a percentage such as 5%, found "half"')
assert log.contains('option runtime: a recorded run has no report to judge; use inline or async')
assert log.count('T E S T S') == 2 // a wrong option ends the build before
true
