package io.cosmodrome.report;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser without a window, 1366 × 768, for tests of pages: chromium with its driver. */
final class Browser implements AutoCloseable {
  static final int WIDTH = 1366;
  static final int HEIGHT = 768;

  /** Kept, so that its level is: it warns about every browser that is newer than itself. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  static {
    SELENIUM.setLevel(Level.SEVERE);
  }

  private final ChromeDriver driver;

  Browser() {
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(executable("chromium").orElseThrow());
    // no sandbox: it does not work for root, and the pages are our own
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu");
    options.addArguments("--disable-dev-shm-usage", "--hide-scrollbars");
    options.setCapability(ChromeOptions.LOGGING_PREFS, logging);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(executable("chromedriver").orElseThrow()))
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
    size(WIDTH, HEIGHT);
  }

  /** Why there can be no browser here, if there cannot. */
  static Optional<String> missing() {
    return Stream.of("chromium", "chromedriver")
        .filter(name -> executable(name).isEmpty())
        .findFirst()
        .map(name -> "no browser tests: " + name + " is not on the path");
  }

  private static Optional<String> executable(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  void size(int width, int height) {
    devTools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * As the system would ask for it: {@code light} or {@code dark}, {@code screen} or {@code print}.
   */
  void media(String scheme, String medium) {
    devTools(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void allowScripts(boolean allowed) {
    devTools("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
  }

  private void devTools(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  void open(Path file, String anchor) {
    driver.get("about:blank"); // or else another anchor would be no new page
    driver.get(file.toUri() + anchor);
  }

  /** The value of an expression. */
  Object value(String expression, Object... arguments) {
    return requireNonNull(
        driver.executeScript("return " + expression, arguments), "nothing: " + expression);
  }

  String text(String expression) {
    return value("String(" + expression + ")").toString();
  }

  int number(String expression) {
    return ((Number) value("Math.round(" + expression + ")")).intValue();
  }

  boolean is(String expression) {
    return (Boolean) value("Boolean(" + expression + ")");
  }

  /** What a person reads of it. */
  String shown(String selector) {
    return driver.findElement(By.cssSelector(selector)).getText();
  }

  /** Clicks, and waits until the page has drawn what that does. */
  void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
    settle();
  }

  /** Presses keys, and waits until the page has drawn what they do. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
    settle();
  }

  /** Two turns of drawing: a link to a place in the page is told of after the first. */
  private void settle() {
    for (int turn = 0; turn < 2; turn++) {
      driver.executeAsyncScript("requestAnimationFrame(() => setTimeout(arguments[0]))");
    }
  }

  /** What the console has got since the last question: errors, and what the policy forbade. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
