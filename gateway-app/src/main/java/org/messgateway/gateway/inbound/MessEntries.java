package org.messgateway.gateway.inbound;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Deed.Place;
import org.messgateway.gateway.answer.AnswerFile;

/** Writes what a person does as entries of a MESS list. */
final class MessEntries {

  private final List<Map<String, @Nullable Object>> entries = new ArrayList<>();

  /**
   * @param taking whether the task is taken in the same breath
   */
  static List<Map<String, @Nullable Object>> of(
      Move move, boolean taking, List<AnswerFile> files, @Nullable Place place) {
    MessEntries mess = new MessEntries();
    if (taking && !(move instanceof Move.Decline) && !(move instanceof Move.Claim)) {
      mess.status("claimed", Map.of());
    }
    mess.add(move, files, place);
    return mess.entries;
  }

  private void add(Move move, List<AnswerFile> files, @Nullable Place place) {
    switch (move) {
      case Move.Claim _ -> status("claimed", Map.of());
      case Move.Decline decline -> status("declined", reason(decline.reason()));
      case Move.GiveBack back -> status("declined", reason(back.reason()));
      case Move.Progress progress ->
          status(
              "in_progress",
              progress.text().isBlank() ? Map.of() : Map.of("message", progress.text()));
      case Move.Ask ask ->
          status(
              "needs_input",
              Map.of("questions", List.of(Map.of("field", "answer", "question", ask.question()))));
      case Move.Confirm confirm -> completed(List.of(Map.of("confirmation", confirm.yes())));
      case Move.Complete complete -> completed(content(complete.text(), files, place));
      case Move.Nothing _ -> throw new IllegalArgumentException("nothing is no entry");
    }
  }

  private static Map<String, Object> reason(String reason) {
    return reason.isBlank() ? Map.of() : Map.of("reason", reason);
  }

  private void completed(List<Object> content) {
    status("completed", Map.of());
    if (!content.isEmpty()) {
      entries.add(Map.of("response", Map.of("content", content)));
    }
  }

  private static List<Object> content(String text, List<AnswerFile> files, @Nullable Place place) {
    List<Object> content = new ArrayList<>();
    if (!text.isBlank()) {
      content.add(text);
    }
    for (AnswerFile file : files) {
      content.add(Map.of(file.kind().name().toLowerCase(Locale.ROOT), Map.of("part", file.part())));
    }
    if (place != null) {
      content.add(Map.of("location", location(place)));
    }
    return content;
  }

  private static Map<String, Object> location(Place place) {
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("lat", place.latitude());
    location.put("lng", place.longitude());
    String name = place.name();
    if (name != null) {
      location.put("name", name);
    }
    return location;
  }

  private void status(String code, Map<String, Object> fields) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("code", code);
    status.putAll(fields);
    entries.add(Map.of("status", status));
  }
}
