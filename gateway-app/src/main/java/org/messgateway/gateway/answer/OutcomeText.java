package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.gateway.answer.Requests.Created;
import org.messgateway.gateway.answer.Requests.Outcome;

/** What became of an agent's message as the journal keeps it: a line for each thread. */
final class OutcomeText {

  private static final String CREATED = "+";
  private static final String TOUCHED = "~";
  private static final String TAB = "\t";

  private OutcomeText() {}

  static String of(Outcome.Taken taken) {
    List<String> lines = new ArrayList<>();
    for (Created created : taken.created()) {
      lines.add(
          created.id() == null
              ? CREATED + created.ref()
              : CREATED + created.ref() + TAB + created.id());
    }
    taken.touched().forEach(ref -> lines.add(TOUCHED + ref));
    return String.join("\n", lines);
  }

  static Outcome read(String text) {
    List<Created> created = new ArrayList<>();
    List<String> touched = new ArrayList<>();
    text.lines()
        .forEach(line -> {
          String rest = line.substring(1);
          int tab = rest.indexOf(TAB);
          if (line.startsWith(TOUCHED)) {
            touched.add(rest);
          } else if (tab < 0) {
            created.add(new Created(null, rest));
          } else {
            created.add(new Created(rest.substring(tab + 1), rest.substring(0, tab)));
          }
        });
    return new Outcome.Taken(created, touched);
  }
}
