package org.messgateway.gateway.cli.robot;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.EnvelopeEditor;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;

/**
 * A thread that exists nowhere, as it stands when somebody is told of it by a notification of a
 * kind. The same at every call.
 */
final class SampleThread {

  static final String REF = "2026-01-31-001";

  /** What an executor may be told, in the order in which it usually comes. */
  static final List<NotificationKind> FOR_EXECUTORS =
      List.of(
          NotificationKind.REQUEST,
          NotificationKind.CLAIMED,
          NotificationKind.TAKEN,
          NotificationKind.REPLY,
          NotificationKind.REMINDER,
          NotificationKind.CANCELLED,
          NotificationKind.EXPIRED,
          NotificationKind.TEST);

  /** What an agent may be told of its own task. */
  static final List<NotificationKind> FOR_AGENTS =
      List.of(
          NotificationKind.CLAIMED,
          NotificationKind.RELEASED,
          NotificationKind.QUESTION,
          NotificationKind.ANSWER,
          NotificationKind.PROGRESS,
          NotificationKind.ENDED,
          NotificationKind.UNROUTABLE);

  private static final Instant CREATED = Instant.parse("2026-01-31T17:00:00Z");

  private final String agent;
  private final String executor;
  private Instant at = CREATED;
  private byte[] written;

  private SampleThread(String ref, String agent, String executor) {
    this.agent = agent;
    this.executor = executor;
    this.written =
        MessageWriter.thread(ref, NewRequest.of(agent, "mcp", "vacuum the rice"), CREATED);
  }

  /**
   * The thread of one kind.
   *
   * @param agent who asked for the task
   * @param executor who is told of it, or has it
   */
  static ParsedThread of(NotificationKind kind, String agent, String executor) {
    String ref = kind == NotificationKind.TEST ? "test" : REF;
    SampleThread sample = new SampleThread(ref, agent, executor);
    try {
      sample.tell(kind);
      return ThreadReader.read(ref, List.of(new ThreadFile(ref, sample.written)));
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("what was just written can be read", e);
    }
  }

  private void tell(NotificationKind kind) throws ThreadFormatException {
    switch (kind) {
      case REQUEST, UNROUTABLE, TEST, TROUBLE, DIGEST -> {}
      case TAKEN -> {
        say("ana", entry("status", "code", "claimed"));
        stands(ThreadStatus.CLAIMED, "ana");
      }
      case CLAIMED -> claimed();
      case REMINDER, PROGRESS -> {
        claimed();
        say(executor, entry("status", "code", "in_progress", "progress_pct", 40));
        stands(ThreadStatus.IN_PROGRESS, executor);
      }
      case QUESTION -> asked();
      case REPLY -> {
        asked();
        say(agent, entry("reply", "re", "last", "confirm", true));
      }
      case RELEASED -> {
        claimed();
        say(executor, entry("status", "code", "declined", "reason", "battery at 8 %"));
        stands(ThreadStatus.PENDING, null);
      }
      case ANSWER, ENDED, FINISHED -> {
        claimed();
        say(
            executor,
            List.of(
                entry("status", "code", "completed"),
                entry("response", "content", List.of("Swept, but for the rice."))));
        stands(ThreadStatus.COMPLETED, executor);
      }
      case CANCELLED -> {
        claimed();
        say(agent, entry("cancel", "re", "last", "reason", "no rice left"));
        stands(ThreadStatus.CANCELLED, executor);
      }
      case EXPIRED -> {
        claimed();
        stands(ThreadStatus.EXPIRED, executor);
      }
    }
  }

  private void claimed() throws ThreadFormatException {
    say(executor, entry("status", "code", "claimed", "eta", "15m"));
    stands(ThreadStatus.CLAIMED, executor);
  }

  private void asked() throws ThreadFormatException {
    claimed();
    say(executor, entry("status", "code", "needs_confirmation", "action", "move the sofa"));
    stands(ThreadStatus.NEEDS_CONFIRMATION, executor);
  }

  /** In this order at every call. */
  private static Map<String, Object> entry(String type, Object... keysAndValues) {
    Map<String, Object> said = new LinkedHashMap<>();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      said.put(String.valueOf(keysAndValues[at]), keysAndValues[at + 1]);
    }
    return Map.of(type, said);
  }

  private void say(String from, Map<String, Object> entry) {
    say(from, List.of(entry));
  }

  private void say(String from, List<Map<String, Object>> mess) {
    at = at.plus(Duration.ofMinutes(1));
    written = MessageWriter.append(written, MessageWriter.message(from, at, "http", mess));
  }

  private void stands(ThreadStatus status, @Nullable String holder) throws ThreadFormatException {
    EnvelopeEdit edit = EnvelopeEdit.NOTHING.status(status).executor(holder).updated(at);
    written = EnvelopeEditor.apply(new ThreadFile(REF, written), edit);
  }
}
