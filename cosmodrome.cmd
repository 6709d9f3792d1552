@echo off
rem Runs Cosmodrome. In a source tree it first builds the jar with Maven, on first use and whenever a source is newer.
rem
rem   JAVA_HOME             the Java to use; else the java on the PATH (17 or newer)
rem   COSMODROME_JAVA_OPTS  more options for the JVM, separated by blanks
rem
rem Exit codes of its own: 2 when something needed is missing, 4 when the build fails.
setlocal EnableExtensions DisableDelayedExpansion
set "root=%~dp0"

if defined JAVA_HOME goto java_home
set "java=java.exe"
where /q java.exe && goto java_found
>&2 echo cosmodrome: found no java; put Java 17 or newer on the PATH or set JAVA_HOME
exit /b 2
:java_home
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto java_found
>&2 echo cosmodrome: JAVA_HOME has no bin\java.exe: "%JAVA_HOME%"; set it to a Java of version 17 or newer
exit /b 2

:java_found
rem The release file is read because starting java takes longer. Java 8 calls itself 1.8.
set "version="
if not defined JAVA_HOME goto ask_java
if not exist "%JAVA_HOME%\release" goto ask_java
for /f "usebackq tokens=2 delims==" %%v in (`findstr /b "JAVA_VERSION=" "%JAVA_HOME%\release"`) do set "version=%%~v"
:ask_java
if not defined version for /f "tokens=3" %%v in ('call "%java%" -version 2^>^&1 ^| findstr /c:" version "') do set "version=%%~v"
set "feature=0"
if defined version for /f "tokens=1 delims=.-+" %%v in ("%version%") do set "feature=%%v"
if %feature% GEQ 17 goto find_jar
>&2 echo cosmodrome: needs Java 17 or newer; "%java%" is Java %version%
exit /b 2

:find_jar
rem A release has the jar beside this file: nothing to build.
set "jar=%root%cosmodrome.jar"
if exist "%jar%" goto run
if exist "%root%cli\pom.xml" goto sources
>&2 echo cosmodrome: found neither cosmodrome.jar nor its sources in "%root%"
exit /b 2

:sources
set "jar=%root%cli\target\cosmodrome.jar"
set "lock=%root%cli\target\.cosmodrome-build"
call :is_stale && goto build
goto run

:build
where /q mvn && goto take_lock
>&2 echo cosmodrome: must build first, and found no mvn; put Maven 3.8 or newer on the PATH
exit /b 2
:take_lock
rem One build at a time: whoever makes the directory builds, the others wait.
if not exist "%root%cli\target" mkdir "%root%cli\target" 2>nul
set "waited=0"
:try_lock
mkdir "%lock%" 2>nul && goto locked
if %waited% EQU 0 >&2 echo cosmodrome: waiting for another build ...
if %waited% GEQ 900 goto locked_out
ping -n 2 127.0.0.1 >nul
set /a waited+=1
goto try_lock
:locked_out
>&2 echo cosmodrome: waited too long for another build; if there is none, remove "%lock%"
exit /b 4
:locked
call :is_stale || goto unlock
set "reason=first use"
if exist "%jar%" set "reason=sources changed"
>&2 echo cosmodrome: building (%reason%) ...
pushd "%root%"
call mvn -q -B -Dquick -Dmaven.test.skip=true -Djacoco.skip=true "-Dcosmodrome.jar=%jar%.new" -pl cli -am package <nul >"%lock%\log" 2>&1
set "built=%errorlevel%"
popd
if %built% NEQ 0 goto build_failed
move /y "%jar%.new" "%jar%" >nul 2>>"%lock%\log" || goto build_failed
:unlock
rmdir /s /q "%lock%"
goto run
:build_failed
>&2 type "%lock%\log"
rmdir /s /q "%lock%"
>&2 echo cosmodrome: the build failed
exit /b 4

:run
rem A library uses sun.misc.Unsafe, about which newer JDKs warn on stderr.
set "unsafe="
if %feature% GEQ 24 set "unsafe=--sun-misc-unsafe-memory-access=allow"
"%java%" %unsafe% %COSMODROME_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%

rem Succeeds when the jar is missing or older than a source. Examples and benchmarks are no part of the jar.
:is_stale
if not exist "%jar%" exit /b 0
powershell -NoProfile -NonInteractive -Command "$t = (Get-Item -LiteralPath $env:jar).LastWriteTimeUtc; $m = Get-ChildItem -LiteralPath $env:root -Directory | Where-Object { 'bench', 'examples' -notcontains $_.Name }; $f = @(Join-Path $env:root 'pom.xml') + @($m | ForEach-Object { Join-Path $_.FullName 'pom.xml'; Join-Path $_.FullName 'src\main' }) | Where-Object { Test-Path -LiteralPath $_ }; foreach ($i in $f) { if (@(Get-Item -LiteralPath $i; Get-ChildItem -LiteralPath $i -Recurse) | Where-Object { $_.LastWriteTimeUtc -gt $t }) { exit 0 } }; exit 1"
exit /b %errorlevel%
