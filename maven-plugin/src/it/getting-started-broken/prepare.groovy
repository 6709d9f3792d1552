// Makes the project from the page: a line with a file's name, then the file. 
def text = new File(page).text
(text =~ /(?s)`([\w\/]+\.(?:java|xml))`[^\n]*:\n\n```\w+\n(.*?)```/).each { all, name, content ->
  def file = new File(basedir, name)
  file.parentFile.mkdirs()
  file.text = content
}
assert new File(basedir, 'pom.xml').text.contains('<version>' + version + '</version>')
true
