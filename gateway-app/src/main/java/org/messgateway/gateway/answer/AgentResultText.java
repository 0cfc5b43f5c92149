package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;

/**
 * What became of an agent's message as text in the journal: a line for each entry. Threads are
 * named, not how they stood, and queries only by their place: both are told anew.
 */
final class AgentResultText {

  private static final String CREATED = "+";
  private static final String ADDRESSED = "~";
  private static final String KEPT = "=";
  private static final String ASKED = "?";
  private static final String TAB = "\t";

  private AgentResultText() {}

  /** What is kept of an entry. */
  sealed interface Line {

    /** A thread that was created. */
    record Made(Created created) implements Line {}

    /** A thread that was replied to or cancelled, and what the message called it. */
    record Reached(String re, String ref) implements Line {}

    /** An entry without effect. */
    record Shelved(KeptEntry entry) implements Line {}

    /** A query. */
    record Asked() implements Line {}
  }

  static String of(List<Line> lines) {
    return String.join("\n", lines.stream().map(AgentResultText::text).toList());
  }

  private static String text(Line line) {
    return switch (line) {
      case Line.Made(Created made) ->
          made.id() == null ? CREATED + made.ref() : CREATED + made.ref() + TAB + plain(made.id());
      case Line.Reached(String re, String ref) -> ADDRESSED + ref + TAB + plain(re);
      case Line.Shelved(KeptEntry(String type, List<String> refs)) ->
          KEPT + plain(type) + TAB + String.join(TAB, refs);
      case Line.Asked() -> ASKED;
    };
  }

  /** Tabs and line breaks are this text's own. */
  private static String plain(String text) {
    return text.replaceAll("\\s", " ");
  }

  static List<Line> read(String text) {
    return new ArrayList<>(
        text.lines().filter(line -> !line.isEmpty()).map(AgentResultText::line).toList());
  }

  private static Line line(String line) {
    String[] words = line.substring(1).split(TAB, -1);
    boolean named = words.length > 1;
    return switch (line.substring(0, 1)) {
      case CREATED -> new Line.Made(new Created(named ? words[1] : null, words[0]));
      case KEPT ->
          new Line.Shelved(new KeptEntry(words[0], Arrays.asList(words).subList(1, words.length)));
      case ASKED -> new Line.Asked();
      default -> new Line.Reached(named ? words[1] : words[0], words[0]);
    };
  }
}
