package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/** A thread, said in as few words as a test needs. */
public final class ThreadBuilder {

  public static final Instant CREATED = Instant.parse("2026-11-20T10:00:00Z");

  private String ref = "2026-11-20-001";
  private @Nullable String requestor = "agent";
  private @Nullable String executor;
  private ThreadStatus status = ThreadStatus.PENDING;
  private @Nullable Instant created = CREATED;
  private @Nullable Instant updated;
  private @Nullable String clientId;
  private @Nullable String expires;
  private @Nullable String envelopeNeededBy;
  private @Nullable String neededBy;
  private @Nullable String requestExpires;
  private @Nullable Instant notBefore;
  private @Nullable String urgency;
  private @Nullable String precision;
  private @Nullable Priority priority;
  private boolean confirmBefore;
  private List<String> requires = List.of();
  private List<String> dependsOn = List.of();
  private final List<HistoryEntry> history = new ArrayList<>();
  private final List<ThreadMessage> later = new ArrayList<>();

  public static ThreadBuilder thread() {
    return new ThreadBuilder();
  }

  public ThreadBuilder ref(String value) {
    ref = value;
    return this;
  }

  public ThreadBuilder requestor(@Nullable String value) {
    requestor = value;
    return this;
  }

  public ThreadBuilder executor(@Nullable String value) {
    executor = value;
    return this;
  }

  public ThreadBuilder status(ThreadStatus value) {
    status = value;
    return this;
  }

  public ThreadBuilder created(@Nullable Instant value) {
    created = value;
    return this;
  }

  public ThreadBuilder updated(@Nullable Instant value) {
    updated = value;
    return this;
  }

  public ThreadBuilder clientId(@Nullable String value) {
    clientId = value;
    return this;
  }

  public ThreadBuilder expires(@Nullable String value) {
    expires = value;
    return this;
  }

  public ThreadBuilder envelopeNeededBy(@Nullable String value) {
    envelopeNeededBy = value;
    return this;
  }

  public ThreadBuilder neededBy(@Nullable String value) {
    neededBy = value;
    return this;
  }

  public ThreadBuilder requestExpires(@Nullable String value) {
    requestExpires = value;
    return this;
  }

  public ThreadBuilder notBefore(@Nullable Instant value) {
    notBefore = value;
    return this;
  }

  public ThreadBuilder notBefore(String value) {
    return notBefore(Instant.parse(value));
  }

  public ThreadBuilder urgency(@Nullable String value) {
    urgency = value;
    return this;
  }

  public ThreadBuilder precision(@Nullable String value) {
    precision = value;
    return this;
  }

  public ThreadBuilder priority(@Nullable Priority value) {
    priority = value;
    return this;
  }

  public ThreadBuilder confirmBefore() {
    confirmBefore = true;
    return this;
  }

  public ThreadBuilder requires(String... ids) {
    requires = List.of(ids);
    return this;
  }

  public ThreadBuilder dependsOn(String... ids) {
    dependsOn = List.of(ids);
    return this;
  }

  public ThreadBuilder history(String action, @Nullable String at) {
    history.add(new HistoryEntry(action, at == null ? null : Instant.parse(at), "somebody", null));
    return this;
  }

  public ThreadBuilder history(String who, String action, String at) {
    history.add(new HistoryEntry(action, Instant.parse(at), who, null));
    return this;
  }

  public ThreadBuilder noted(String action, String at, String note) {
    history.add(new HistoryEntry(action, Instant.parse(at), "exchange", note));
    return this;
  }

  public ThreadBuilder says(String code, String at) {
    later.add(
        new ThreadMessage(
            later.size() + 1,
            "somebody",
            Instant.parse(at),
            null,
            List.of(),
            List.of(
                new Payload.Status(
                    List.of(), code, ThreadStatus.of(code).orElse(null), null, null, Map.of()))));
    return this;
  }

  public ThreadBuilder says(String who, String code, String at) {
    return says(who, at, status(code, Map.of()));
  }

  public static Payload status(String code, Map<String, Object> fields) {
    return new Payload.Status(
        List.of(), code, ThreadStatus.of(code).orElse(null), null, null, fields);
  }

  /** A message document with these entries. */
  public ThreadBuilder says(String who, String at, Payload... payloads) {
    later.add(
        new ThreadMessage(
            later.size() + 1, who, Instant.parse(at), null, List.of(), List.of(payloads)));
    return this;
  }

  public ThreadBuilder replies(String at) {
    return says(
        "agent",
        at,
        new Payload.Reply(List.of(), Map.of("colour", "red"), null, null, null, List.of()));
  }

  public MessThread build() {
    RequestConstraints constraints =
        new RequestConstraints(null, notBefore, requestExpires, urgency, List.of(), dependsOn);
    Payload.Request request =
        new Payload.Request(
            clientId,
            "check the fridge",
            precision,
            requires.stream().map(Requirement::new).toList(),
            List.of(),
            constraints,
            List.of(),
            priority,
            Map.of(),
            neededBy,
            confirmBefore);
    ThreadMessage first =
        new ThreadMessage(0, requestor, created, "mcp", List.of(), List.of(request));
    return new MessThread(
        ref, envelope(), Stream.concat(Stream.of(first), later.stream()).toList());
  }

  private Envelope envelope() {
    return new Envelope(
        ref,
        requestor,
        executor,
        status,
        created,
        updated,
        "check the fridge",
        null,
        null,
        expires,
        envelopeNeededBy,
        false,
        history);
  }
}
