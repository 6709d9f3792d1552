def log = new File(basedir, 'build.log').text

assert log.contains('tests ran without the agent, so nothing was checked')
assert log.contains('write <argLine>@{argLine} -Xmx256m</argLine>')
true
