package io.cosmodrome.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of the page in {@code docs/img} again: {@code mvn test -pl report -am
 * -Dtest=PageScreenshots -Dsurefire.failIfNoSpecifiedTests=false
 * -Dcosmodrome.screenshots=$PWD/docs/img}.
 */
@EnabledIfSystemProperty(named = PageScreenshots.DIRECTORY, matches = ".+")
class PageScreenshots {
  static final String DIRECTORY = "cosmodrome.screenshots";

  @Test
  void makeAgain(@TempDir Path temporary) throws IOException {
    assumeTrue(Browser.missing().isEmpty(), Browser.missing().orElse(""));
    Path page = temporary.resolve("index.html");
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport.write(SampleReports.bank(), out);
    }
    Path directory = Files.createDirectories(Path.of(System.getProperty(DIRECTORY)));
    try (Browser browser = new Browser()) {
      for (String scheme : new String[] {"light", "dark"}) {
        browser.media(scheme, "screen");
        browser.open(page, "");
        browser.click(".shown .lanes [data-e='1']");
        browser.value("document.getAnimations().forEach((a) => a.finish()) || true");
        Path file = directory.resolve("page-" + scheme + ".png");
        ImageIO.write(withFewColors(browser.screenshot()), "png", file.toFile());
      }
    }
  }

  /** With the 256 most frequent colours: half the bytes, and nobody sees it. */
  private static BufferedImage withFewColors(byte[] png) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        counts.merge(image.getRGB(x, y), 1, Integer::sum);
      }
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .limit(256)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    IndexColorModel colors =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage few =
        new BufferedImage(
            image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colors);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        few.setRGB(x, y, image.getRGB(x, y)); // the nearest one
      }
    }
    return few;
  }
}
