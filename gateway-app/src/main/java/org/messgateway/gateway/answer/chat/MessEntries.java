package org.messgateway.gateway.answer.chat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction.GeoPoint;
import org.messgateway.gateway.answer.AnswerFile;

/** Writes a person's action as entries of a MESS list. */
final class MessEntries {

  private final List<Map<String, @Nullable Object>> entries = new ArrayList<>();

  /**
   * @param taking whether the task is taken in the same breath
   */
  static List<Map<String, @Nullable Object>> of(
      TaskAction taskAction, boolean taking, List<AnswerFile> files, @Nullable GeoPoint location) {
    MessEntries mess = new MessEntries();
    if (taking
        && !(taskAction instanceof TaskAction.Decline)
        && !(taskAction instanceof TaskAction.Claim)) {
      mess.status("claimed", Map.of());
    }
    mess.add(taskAction, files, location);
    return mess.entries;
  }

  private void add(TaskAction taskAction, List<AnswerFile> files, @Nullable GeoPoint location) {
    switch (taskAction) {
      case TaskAction.Claim _ -> status("claimed", Map.of());
      case TaskAction.Decline decline -> status("declined", reason(decline.reason()));
      case TaskAction.GiveBack back -> status("declined", reason(back.reason()));
      case TaskAction.Progress progress ->
          status(
              "in_progress",
              progress.text().isBlank() ? Map.of() : Map.of("message", progress.text()));
      case TaskAction.Ask ask ->
          status(
              "needs_input",
              Map.of("questions", List.of(Map.of("field", "answer", "question", ask.question()))));
      case TaskAction.Confirm confirm -> completed(List.of(Map.of("confirmation", confirm.yes())));
      case TaskAction.Choose choose -> completed(List.of(choose.entry()));
      case TaskAction.Complete complete -> completed(content(complete.text(), files, location));
      case TaskAction.Nothing _ -> throw new IllegalArgumentException("nothing is no entry");
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

  private static List<Object> content(
      String text, List<AnswerFile> files, @Nullable GeoPoint location) {
    List<Object> content = new ArrayList<>();
    if (!text.isBlank()) {
      content.add(text);
    }
    for (AnswerFile file : files) {
      content.add(Map.of(file.kind().name().toLowerCase(Locale.ROOT), Map.of("part", file.part())));
    }
    if (location != null) {
      content.add(Map.of("location", location(location)));
    }
    return content;
  }

  private static Map<String, Object> location(GeoPoint geoPoint) {
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("lat", geoPoint.latitude());
    location.put("lng", geoPoint.longitude());
    String name = geoPoint.name();
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
