package org.messgateway.gateway.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.messgateway.gateway.browser.Chromium;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;

/** Somebody at a desk with a headless Chromium. Waits for what must come. */
final class Newcomer implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(40);

  private final ChromeDriver driver;

  private Newcomer(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Skips the test with a plain word where there is no Chromium, except in CI. */
  static Newcomer open(Path profile) {
    return new Newcomer(Chromium.open(profile, 1280, 800));
  }

  void go(String url) {
    driver.get(url);
  }

  /**
   * Everything that can be read there now; empty where there is nothing. In one step, since the
   * page may put something new in its place between finding and reading it.
   */
  String text(String place) {
    return String.valueOf(
        driver.executeScript(
            "const found = document.querySelector(arguments[0]); return found ? found.innerText :"
                + " ''",
            place));
  }

  void reads(String place, String words) {
    await(SOON, () -> text(place).contains(words), "no \"" + words + "\" at " + place);
  }

  void awaits(String place) {
    await(SOON, () -> !driver.findElements(By.cssSelector(place)).isEmpty(), "no " + place);
  }

  /** Taps it as soon as it can be seen. */
  void tap(String place) {
    await(
        SOON,
        () -> {
          driver.findElement(By.cssSelector(place)).click();
          return true;
        },
        "nothing to tap at " + place);
  }

  /** Taps it whether or not it can be seen: what it does may have been done already. */
  void press(String place) {
    driver.executeScript("document.querySelector(arguments[0]).click()", place);
  }

  List<String> complaints() {
    return driver.manage().logs().get("browser").getAll().stream().map(Object::toString).toList();
  }

  static void await(Duration atMost, BooleanSupplier condition, String otherwise) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + atMost.toSeconds() + " s: " + otherwise);
      }
      Thread.onSpinWait();
    }
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (WebDriverException changing) {
      return false; // it was not there yet, or was being replaced
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
