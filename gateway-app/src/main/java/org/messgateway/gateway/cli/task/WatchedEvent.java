package org.messgateway.gateway.cli.task;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;

/**
 * Something that happened in a task.
 *
 * @param at null where the thread does not say
 * @param what {@code new}, {@code delivered}, {@code undelivered}, {@code question}, {@code
 *     answer}, {@code reply}, {@code cancel}, {@code ended}, a status code, or a kind of entry
 * @param by who did it; empty for nobody
 * @param text words of others, or the note of history; may hold any character
 */
record WatchedEvent(
    @Nullable Instant at, String exchange, String ref, String what, String by, String text) {

  /**
   * How far a task was told.
   *
   * @param messages number of message documents
   * @param history number of entries
   * @param ended whether its end was told
   */
  record Told(int messages, int history, boolean ended) {

    static final Told NOTHING = new Told(0, 0, false);

    static Told all(MessThread thread) {
      return new Told(
          thread.messages().size(),
          thread.envelope().history().size(),
          thread.envelope().status().ended());
    }

    /** What was said and noted before an instant counts as told. */
    static Told before(MessThread thread, Instant time) {
      int messages = 0;
      while (messages < thread.messages().size()
          && isBefore(thread.messages().get(messages).received(), time)) {
        messages++;
      }
      List<HistoryEntry> history = thread.envelope().history();
      int noted = 0;
      while (noted < history.size() && isBefore(history.get(noted).at(), time)) {
        noted++;
      }
      boolean old = messages == thread.messages().size() && noted == history.size();
      return new Told(messages, noted, old && thread.envelope().status().ended());
    }

    private static boolean isBefore(@Nullable Instant at, Instant time) {
      return at == null || at.isBefore(time);
    }
  }

  /** What happened since; by time. */
  static List<WatchedEvent> since(Told told, FoundTask task) {
    MessThread thread = task.thread();
    List<WatchedEvent> events = new ArrayList<>();
    ConversationEntry.of(thread).stream()
        .filter(entry -> entry.message() >= told.messages())
        .forEach(entry -> events.add(said(task, entry)));
    thread.envelope().history().stream()
        .skip(told.history())
        .filter(WatchedEvent::isOnlyInHistory)
        .forEach(entry -> events.add(noted(task, entry)));
    events.sort(
        Comparator.comparing(WatchedEvent::at, Comparator.nullsFirst(Comparator.naturalOrder())));
    ThreadStatus status = thread.envelope().status();
    if (status.ended() && !told.ended()) {
      String by = task.conversation().endedBy();
      events.add(
          new WatchedEvent(
              thread.envelope().updated(),
              task.exchange(),
              task.ref(),
              "ended",
              by == null ? "" : by,
              status.code()));
    }
    return events;
  }

  private static WatchedEvent said(FoundTask task, ConversationEntry entry) {
    String what =
        switch (entry.kind()) {
          case "request" -> "new";
          case "status" -> entry.code().startsWith("needs_") ? "question" : entry.code();
          case "response" -> "answer";
          default -> entry.kind();
        };
    return new WatchedEvent(
        entry.at(), task.exchange(), task.ref(), what, entry.by(), String.join(" ", entry.words()));
  }

  /** What somebody said stands in the messages, too. */
  private static boolean isOnlyInHistory(HistoryEntry entry) {
    return switch (entry.action()) {
      case HistoryEntry.DISPATCHED, HistoryEntry.DISPATCH_FAILED -> true;
      case HistoryEntry.CREATED -> false;
      default -> Conversation.EXCHANGE.equals(entry.by());
    };
  }

  private static WatchedEvent noted(FoundTask task, HistoryEntry entry) {
    String what =
        switch (entry.action()) {
          case HistoryEntry.DISPATCHED -> "delivered";
          case HistoryEntry.DISPATCH_FAILED -> "undelivered";
          default -> entry.action();
        };
    return new WatchedEvent(
        entry.at(),
        task.exchange(),
        task.ref(),
        what,
        entry.by() == null ? "" : entry.by(),
        entry.note() == null ? "" : entry.note());
  }

  /** The same for programs. */
  Map<String, Object> json() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("at", at == null ? "" : at.toString());
    row.put("exchange", exchange);
    row.put("ref", ref);
    row.put("event", what);
    row.put("by", by);
    row.put("text", text);
    return row;
  }
}
