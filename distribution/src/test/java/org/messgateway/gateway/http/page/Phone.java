package org.messgateway.gateway.http.page;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.browser.Chromium;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;

/** A headless Chromium the size of a phone. Waits for what must come, at most ten seconds. */
public final class Phone implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String TAP_VISIBLE_BUTTON =
      """
      const scope = document.querySelector('dialog[open]') || document;
      const found = [...scope.querySelectorAll('button, summary, label.pick')].filter((one) =>
        one.offsetParent !== null && one.getAttribute('aria-disabled') !== 'true' &&
        (one.textContent.trim().startsWith(arguments[0]) || (one.getAttribute('aria-label') || '') === arguments[0]));
      found[0]?.click();
      return found.length > 0;
      """;

  /**
   * Words that are too faint, stand outside of all landmarks, or come in another order than they
   * are drawn; what is used and has no name, or is too small for a thumb; ids that occur twice.
   */
  private static final String BARRIERS =
      """
      const found = [];
      const dialog = document.querySelector('dialog[open]');
      const scope = dialog || document.body;
      const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 &&
        !one.closest('.unseen, .skip');
      const parts = (color) => color.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
        .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (one) => {
        for (let at = one; at; at = at.parentElement) {
          const color = getComputedStyle(at).backgroundColor;
          const [, , , alpha = 1] = parts(color);
          if (alpha > 0.9 && !color.startsWith('color')) return parts(color);
        }
        return [255, 255, 255];
      };
      const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const box = node.parentElement;
        if (!node.data.trim() || !seen(box) || box.closest('script, style')) continue;
        const style = getComputedStyle(box);
        const [high, low] = [light(parts(style.color)), light(behind(box))].sort((a, b) => b - a);
        const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
        if ((high + 0.05) / (low + 0.05) < (large ? 3 : 4.5)) found.push('faint: ' + node.data);
        if (!box.closest('header, main, dialog, [role=status], [role=alert]')) found.push('outside: ' + node.data);
      }
      for (const one of scope.querySelectorAll('button, a[href], input, textarea, select, summary')) {
        if (!seen(one)) continue;
        const name = one.getAttribute('aria-label') || [...one.labels || []].map((label) => label.textContent).join('') ||
          one.textContent;
        if (!name.trim()) found.push('nameless: ' + one.outerHTML);
        const field = one.closest('.pick') || one;
        if (field.offsetHeight < 44 && !one.closest('.prose')) found.push('small: ' + name);
      }
      const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
      ids.filter((id, i) => ids.indexOf(id) < i).forEach((id) => found.push('twice: ' + id));
      if (!dialog && document.querySelectorAll('h1').length !== 1) found.push('not one h1');
      const tops = [...document.querySelectorAll('.whole > :not([hidden])')].map((one) => one.getBoundingClientRect().top);
      if (tops.some((top, i) => i > 0 && top < tops[i - 1])) found.push('drawn in another order');
      return found;
      """;

  private final ChromeDriver driver;

  private Phone(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Skips the test with a plain word where there is no Chromium, except in CI. */
  public static Phone open(Path profile) {
    Phone phone = new Phone(Chromium.open(profile, 360, 740));
    phone.cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 360, "height", 740, "deviceScaleFactor", 1, "mobile", false));
    return phone;
  }

  public void go(String url) {
    driver.get(url);
  }

  void reload() {
    driver.navigate().refresh();
  }

  String address() {
    return Objects.requireNonNull(driver.getCurrentUrl());
  }

  /** Everything that can be read now. */
  public String text() {
    return String.valueOf(run("return document.body.innerText"));
  }

  public void sees(String text) {
    await(() -> text().contains(text), () -> "\"" + text + "\" in:\n" + text());
  }

  void seesNot(String text) {
    await(() -> !text().contains(text), () -> "no \"" + text + "\" in:\n" + text());
  }

  /** Taps a button by the first words on it; waits until it is there. */
  public void tap(String label) {
    // One script, and no element in its result: the page may draw itself anew.
    await(
        () -> Boolean.TRUE.equals(run(TAP_VISIBLE_BUTTON, label)),
        () -> "a button \"" + label + "\"");
  }

  /** Taps the button that says this and nothing else. */
  public void tapSend(String label) {
    await(
        () ->
            Boolean.TRUE.equals(
                run(
                    """
                    const b = [...(document.querySelector('dialog[open]') || document).querySelectorAll('button')]
                      .find((one) => one.offsetParent && one.textContent.trim() === arguments[0] &&
                        one.getAttribute('aria-disabled') !== 'true');
                    b?.click();
                    return !!b;
                    """,
                    label)),
        () -> "a button that sends: " + label);
  }

  /** Types into a field by its name. */
  public void type(String name, String text) {
    boolean sheet = Boolean.TRUE.equals(run("return !!document.querySelector('dialog[open]')"));
    By field = By.cssSelector((sheet ? "dialog[open]" : "body") + " [name='" + name + "']");
    await(
        () -> {
          WebElement element = driver.findElement(field);
          element.clear();
          element.sendKeys(text);
          return true;
        },
        () -> "a field " + name);
  }

  /** Chooses one of several. */
  void choose(String name, String value) {
    run(
        "(document.querySelector('dialog[open]') || document)"
            + ".querySelector(`[name='${arguments[0]}'][value='${arguments[1]}']`).click()",
        name,
        value);
  }

  /** Moves a slider. */
  void slide(String name, int value) {
    set(name, String.valueOf(value));
  }

  /** Gives a field that is not typed into its value. */
  void set(String name, String value) {
    run(
        """
        const field = (document.querySelector('dialog[open]') || document).querySelector(`[name='${arguments[0]}']`);
        field.value = arguments[1];
        field.dispatchEvent(new Event('input', { bubbles: true }));
        """,
        name,
        value);
  }

  /** The buttons at the bottom of the page, by what they are called, from left to right. */
  List<?> footer() {
    return (List<?>)
        Objects.requireNonNull(
            run(
                "return [...document.querySelectorAll('.bar button')].map((one) =>"
                    + " one.getAttribute('aria-label') || one.textContent.trim())"));
  }

  String value(String name) {
    return String.valueOf(
        run(
            "return (document.querySelector('dialog[open]') ||"
                + " document).querySelector(`[name='${arguments[0]}']`).value",
            name));
  }

  /** Gives a file to the chooser that a tap has opened. */
  public void pick(Path file) {
    By chooser = By.id("chooser");
    await(() -> !driver.findElements(chooser).isEmpty(), () -> "a file chooser");
    driver.findElement(chooser).sendKeys(file.toString());
  }

  public void offline(boolean off) {
    cdp("Network.enable", Map.of());
    cdp(
        "Network.emulateNetworkConditions",
        Map.of("offline", off, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  /** As somebody likes it who has set the phone to this. */
  void scheme(String lightOrDark) {
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", lightOrDark))));
  }

  /** Comes back to the page, as after looking at something else. */
  public void lookAgain() {
    run("window.dispatchEvent(new Event('focus'))");
  }

  public void newTab() {
    driver.switchTo().newWindow(WindowType.TAB);
  }

  public String tab() {
    return driver.getWindowHandle();
  }

  /** Goes to another that is open. */
  public void turnTo(String other) {
    driver.switchTo().window(other);
  }

  /** Closes this one and goes back to another. */
  void closeTab(String other) {
    driver.close();
    driver.switchTo().window(other);
  }

  @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  private void cdp(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  /** What keeps somebody from reading or using what is shown. */
  List<?> barriers() {
    return (List<?>) Objects.requireNonNull(run(BARRIERS));
  }

  List<String> complaints() {
    return driver.manage().logs().get("browser").getAll().stream()
        .map(Object::toString)
        .filter(line -> line.contains("Content Security Policy") || line.contains("TypeError"))
        .toList();
  }

  void await(BooleanSupplier condition, Supplier<String> what) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + SOON.toSeconds() + " s: " + what.get());
      }
      Thread.onSpinWait();
    }
  }

  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (WebDriverException changing) {
      return false; // the page was being replaced
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
