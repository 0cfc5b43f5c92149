package org.messgateway.gateway.browser;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Debian's Chromium, headless, with nothing of its own that would call home. */
public final class Chromium {

  private static final File PROGRAM = new File("/usr/bin/chromium");
  private static final File DRIVER = new File("/usr/bin/chromedriver");

  private Chromium() {}

  /**
   * Opens it; the caller ends it. Skips the test with a plain word where there is none, except in
   * CI.
   *
   * @param profile an empty folder
   */
  public static ChromeDriver open(Path profile, int width, int height) {
    if (!PROGRAM.canExecute() || !DRIVER.canExecute()) {
      missing();
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(PROGRAM);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--window-size=" + width + "," + height,
        "--user-data-dir=" + profile);
    return new ChromeDriver(
        new ChromeDriverService.Builder().usingDriverExecutable(DRIVER).build(), options);
  }

  private static void missing() {
    String why =
        "No Chromium here, so the page is not tested: apt-get install chromium chromium-driver";
    if (System.getenv("CI") != null) {
      throw new IllegalStateException(why);
    }
    System.err.println(why);
    Assumptions.abort(why);
  }
}
