package org.messgateway.gateway.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * One story as a picture of three stations: what the agent wrote, Ana's phone, what the file holds
 * in the end; and when it happened. An SVG without scripts and without anything from elsewhere, for
 * light and dark pages.
 */
final class StoryPicture {

  static final int WIDTH = 1200;
  static final int HEIGHT = 632;

  /** Characters of a line of YAML. */
  private static final int COLUMNS = 42;

  private static final int LINE = 20;
  private static final int CARD = 366;
  private static final int PHONE_X = 442;
  private static final int PHONE_WIDTH = 316;
  private static final int PHONE_END = 586;

  /** Width of what the bot says. */
  private static final int BUBBLE = 284;

  /** Of the photo, which is four by three. */
  private static final int PHOTO_WIDTH = 212;

  private final Arrival asked;
  private final ThreadFileViewer.Seen thread;
  private final List<Timeline.Event> events;
  private final StringBuilder svg = new StringBuilder();

  /**
   * A picture that is not drawn yet.
   *
   * @param asked Ana's message
   * @param thread the file when the task was done
   */
  StoryPicture(Arrival asked, ThreadFileViewer.Seen thread, List<Timeline.Event> events) {
    this.asked = asked;
    this.thread = thread;
    this.events = List.copyOf(events);
  }

  /** Draws it. */
  String svg() {
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" \
        aria-labelledby="what">
        <title id="what">An agent asks what is in the fridge; Ana answers on her phone with a photo; \
        the answer is in the task's file.</title>
        <style>
        .page { fill: #eef1f4 } .card { fill: #fff; stroke: #d5dce2 } .ink { fill: #1b2127 }
        .soft { fill: #55616c } .key { fill: #8a3b12 } .go { fill: #0b6b4f } .wall { fill: #dfe8ee }
        .them { fill: #fff } .me { fill: #d9f5c5 } .device { fill: #14181c } .button { fill: #2f6d9c }
        .line { stroke: #0b6b4f; stroke-width: 2; fill: none } .light { fill: #fff }
        text { font: 14px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; white-space: pre }
        .code { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
        .title { font-size: 17px; font-weight: 650 } .bold { font-weight: 650 }
        @media (prefers-color-scheme: dark) {
        .page { fill: #12161a } .card { fill: #1b2127; stroke: #35404a } .ink { fill: #e8edf1 }
        .soft { fill: #a3b0bb } .key { fill: #f0a878 } .go { fill: #3ec391 } .wall { fill: #0f1a22 }
        .them { fill: #232a31 } .me { fill: #254d36 } .device { fill: #000 } .line { stroke: #3ec391 }
        }
        </style>
        <rect class="page" width="%d" height="%d" rx="14"/>
        """
            .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT));
    List<String> documents = Arrays.asList(thread.text().split("(?m)^---\n", -1));
    List<String> request =
        documents.get(1).lines().dropWhile(line -> !line.equals("MESS:")).toList();
    card("agent", 14, CARD, "An agent writes a file", request);
    phone();
    List<String> answer =
        documents.getLast().lines().filter(line -> !line.strip().startsWith("re: ")).toList();
    card("answer", WIDTH - 14 - CARD, CARD, "The answer is in the file", answer);
    arrow(399, since(event -> event.channel().equals("telegram")));
    arrow(777, since(event -> event.what().equals("completed")));
    times();
    return svg.append("</svg>\n").toString();
  }

  private void card(String station, int x, int width, String title, List<String> lines) {
    int height = 66 + lines.size() * LINE;
    int top = Math.max(24, (PHONE_END - height) / 2);
    open(station);
    rect("card", x, top, width, height, 12);
    text("ink title", x + 18, top + 32, title);
    int y = top + 62;
    for (String line : lines) {
      yaml(x + 18, y, line.length() > COLUMNS ? line.substring(0, COLUMNS - 1) + "…" : line);
      y += LINE;
    }
    svg.append("</g>\n");
  }

  /** The key of a line has a colour of its own. */
  private void yaml(int x, int y, String line) {
    int colon =
        line.indexOf(": ") < 0 && line.endsWith(":") ? line.length() - 1 : line.indexOf(": ");
    String key = colon < 0 ? "" : line.substring(0, colon);
    svg.append(
        "<text class=\"code ink\" x=\"%d\" y=\"%d\" xml:space=\"preserve\">".formatted(x, y));
    if (!key.isEmpty()) {
      svg.append("<tspan class=\"key\">").append(escaped(key)).append("</tspan>");
    }
    svg.append(escaped(line.substring(key.length()))).append("</text>\n");
  }

  private void phone() {
    open("phone");
    rect("device", PHONE_X, 18, PHONE_WIDTH, PHONE_END - 18, 26);
    rect("them", PHONE_X + 6, 24, PHONE_WIDTH - 12, PHONE_END - 30, 21);
    rect("wall", PHONE_X + 6, 66, PHONE_WIDTH - 12, PHONE_END - 93, 0);
    text("ink bold", PHONE_X + 24, 50, "Demo home");
    text("soft", PHONE_X + 112, 50, "Telegram");
    int y = bubble(78);
    y = buttons(y + 4);
    photo(y + 12);
    svg.append("</g>\n");
  }

  private int bubble(int top) {
    List<String> lines = new ArrayList<>();
    asked.lines().stream()
        .filter(Predicate.not(StoryPicture::isButtons))
        .forEach(line -> lines.addAll(wrapped(line)));
    int height = 14 + lines.size() * LINE;
    rect("them", PHONE_X + 14, top, BUBBLE, height, 12);
    for (int i = 0; i < lines.size(); i++) {
      String style = lines.get(i).startsWith("\"") || i == 0 ? "ink bold" : "ink";
      text(style, PHONE_X + 26, top + 21 + i * LINE, lines.get(i));
    }
    return top + height;
  }

  /** All of them, two in a row. */
  private int buttons(int top) {
    List<String> labels =
        asked.lines().stream()
            .filter(StoryPicture::isButtons)
            .flatMap(
                line -> Arrays.stream(line.substring(1, line.length() - 1).split("]  \\[", -1)))
            .toList();
    int y = top;
    for (int i = 0; i < labels.size(); i += 2) {
      boolean alone = i + 1 == labels.size();
      int half = BUBBLE / 2 - 2;
      button(PHONE_X + 14, y, alone ? BUBBLE : half, labels.get(i));
      if (!alone) {
        button(PHONE_X + 18 + half, y, half, labels.get(i + 1));
      }
      y += 34;
    }
    return y;
  }

  private void button(int x, int y, int width, String label) {
    rect("button", x, y, width, 30, 7);
    svg.append(
        "<text class=\"light bold\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n"
            .formatted(x + width / 2, y + 20, escaped(label)));
  }

  private void photo(int top) {
    int height = PHOTO_WIDTH * 3 / 4;
    int x = PHONE_X + PHONE_WIDTH - 14 - PHOTO_WIDTH - 16;
    String jpeg = Base64.getEncoder().encodeToString(Photo.bytes("/demo/fridge.jpg"));
    rect("me", x, top, PHOTO_WIDTH + 16, height + 38, 12);
    svg.append(
        "<image x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" href=\"data:image/jpeg;base64,%s\"/>\n"
            .formatted(x + 8, top + 8, PHOTO_WIDTH, height, jpeg));
    text("ink", x + 10, top + height + 27, "2 onions, milk, half a cabbage");
  }

  private void arrow(int x, String time) {
    svg.append("<path class=\"line\" d=\"M%d 292h24m-8 -6l8 6l-8 6\"/>\n".formatted(x));
    svg.append(
        "<text class=\"go bold\" x=\"%d\" y=\"280\" text-anchor=\"middle\">%s</text>\n"
            .formatted(x + 12, escaped(time)));
  }

  private void times() {
    open("times");
    StringBuilder line = new StringBuilder("file written 0 ms");
    step(line, "read and queued", event -> event.what().equals("read"));
    step(
        line,
        "Slack ✓ Teague",
        event -> event.kind().equals("request") && event.channel().equals("slack"));
    step(
        line,
        "Telegram ✓ Ana",
        event -> event.kind().equals("request") && event.channel().equals("telegram"));
    step(line, "Ana’s answer in the file", event -> event.what().equals("completed"));
    svg.append(
        "<text class=\"soft\" x=\"%d\" y=\"614\" text-anchor=\"middle\">%s</text>\n</g>\n"
            .formatted(WIDTH / 2, escaped(line.toString())));
  }

  private void step(StringBuilder line, String words, Predicate<Timeline.Event> which) {
    String time = since(which);
    if (!time.isEmpty()) {
      line.append("   →   ").append(words).append(' ').append(time);
    }
  }

  /** Time from the first event to the first of these; empty where there is none. */
  private String since(Predicate<Timeline.Event> which) {
    return events.stream()
        .filter(which)
        .findFirst()
        .map(event -> Duration.between(events.getFirst().at(), event.at()).toMillis())
        .map(StoryPicture::spoken)
        .orElse("");
  }

  private static String spoken(long millis) {
    return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }

  private static boolean isButtons(String line) {
    return line.startsWith("[") && line.endsWith("]");
  }

  /** As many words in a line as the bubble holds. */
  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : text.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && width(longer) > BUBBLE - 24) {
        lines.add(line);
        longer = word;
      }
      line = longer;
    }
    lines.add(line);
    return lines;
  }

  /**
   * Pixels of a text at 14 px, in the widest of the fonts that readers have. Not measured with a
   * font of this machine: the picture is the same wherever it is drawn.
   */
  private static double width(String text) {
    return text.chars()
        .mapToDouble(
            c -> "iljtfr.,:;'!|()[] ".indexOf(c) >= 0 ? 5.4 : Character.isUpperCase(c) ? 9.8 : 8.5)
        .sum();
  }

  private void open(String station) {
    svg.append("<g data-station=\"").append(station).append("\">\n");
  }

  private void rect(String style, int x, int y, int width, int height, int round) {
    svg.append(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n"
            .formatted(style, x, y, width, height, round));
  }

  private void text(String style, int x, int y, String words) {
    svg.append(
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, escaped(words)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
