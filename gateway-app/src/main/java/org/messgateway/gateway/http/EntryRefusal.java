package org.messgateway.gateway.http;

import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A message that is refused: which entry is wrong, where it stands, and what would be right. */
final class EntryRefusal {

  private EntryRefusal() {}

  /**
   * The problem (422).
   *
   * @param example an entry that would be right, as YAML; null for none
   * @param entry number of the wrong one, 1 for the first; 0 for the message as a whole
   */
  static ProblemException of(
      List<Map<String, @Nullable Object>> mess,
      IntUnaryOperator lines,
      String sentence,
      @Nullable String example,
      int entry) {
    @Nullable String type = type(mess, entry);
    int line = type == null ? 0 : lines.applyAsInt(entry);
    String where =
        (type == null ? "" : "Entry %d (%s)".formatted(entry, type))
            + (line == 0 ? "" : ", line " + line);
    String right = example == null ? "" : " Right would be `" + example + "`.";
    ProblemException problem =
        new ProblemException(
                422, "Refused", where + (where.isEmpty() ? "" : ": ") + sentence + right)
            .typed("urn:mess:refused");
    problem = type == null ? problem : problem.with("entry", entry).with("entry_type", type);
    problem = line == 0 ? problem : problem.with("line", line);
    return example == null ? problem : problem.with("example", example);
  }

  /** Null where it is no entry of the message: what files were wrapped in, for example. */
  private static @Nullable String type(List<Map<String, @Nullable Object>> mess, int entry) {
    return entry < 1 || entry > mess.size() || mess.get(entry - 1).isEmpty()
        ? null
        : mess.get(entry - 1).keySet().iterator().next();
  }
}
