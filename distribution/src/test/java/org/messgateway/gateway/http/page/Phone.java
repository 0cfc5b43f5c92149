package org.messgateway.gateway.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final String AXE = axe();
  private static final String TAP_VISIBLE_BUTTON =
      """
      const scope = document.querySelector('dialog[open]') || document;
      const found = [...scope.querySelectorAll('button, summary, label.pick')].filter((one) =>
        one.offsetParent !== null && one.getAttribute('aria-disabled') !== 'true' &&
        (one.textContent.trim().startsWith(arguments[0]) || (one.getAttribute('aria-label') || '') === arguments[0]));
      found[0]?.click();
      return found.length > 0;
      """;

  /** All rules of WCAG up to 2.2 AA, and good practice; a sheet in front hides what is behind. */
  private static final String VIOLATIONS =
      """
      const options = { resultTypes: ['violations'], preload: false, iframes: false, rules: { 'target-size': { enabled: true } } };
      if (arguments.length) options.runOnly = [...arguments];
      return axe.run(document.querySelector('dialog[open]') || document, options).then((found) =>
        found.violations.flatMap((rule) => rule.nodes.map((node) =>
          rule.id + ': ' + node.failureSummary + ' ' + node.html)));
      """;

  private final ChromeDriver driver;

  /** The browser's name for the script that it loads with each page; null while it loads none. */
  private @Nullable Object axe;

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

  /** Gives files to the chooser that a tap has opened. */
  public void pick(Path... files) {
    By chooser = By.id("chooser");
    await(() -> !driver.findElements(chooser).isEmpty(), () -> "a file chooser");
    String names = Stream.of(files).map(Path::toString).collect(Collectors.joining("\n"));
    driver.findElement(chooser).sendKeys(names);
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
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", lightOrDark),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
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

  private Map<String, Object> cdp(String command, Map<String, Object> parameters) {
    return driver.executeCdpCommand(command, parameters);
  }

  /**
   * What axe finds in what is shown that keeps somebody from reading or using it, in light and in
   * dark.
   */
  List<?> barriers() {
    if (axe == null) {
      axe = cdp("Page.addScriptToEvaluateOnNewDocument", Map.of("source", AXE)).get("identifier");
      run(AXE);
    }
    List<?> found = violations();
    scheme("dark");
    List<?> dark = violations("color-contrast");
    scheme("light");
    return Stream.concat(found.stream(), dark.stream().map(each -> "dark: " + each)).toList();
  }

  /** What the next test finds: light, with network, and without axe, which takes time to load. */
  void leave() {
    offline(false);
    scheme("light");
    if (axe != null) {
      cdp("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", axe));
      axe = null;
    }
  }

  private List<?> violations(String... rules) {
    return (List<?>) Objects.requireNonNull(run(VIOLATIONS, (Object[]) rules));
  }

  private static String axe() {
    try (InputStream script =
        Objects.requireNonNull(Phone.class.getResourceAsStream("/axe.min.js"))) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
