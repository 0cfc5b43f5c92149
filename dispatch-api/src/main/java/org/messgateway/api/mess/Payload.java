package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a message's {@code MESS} list. Source: MESS protocol §1 and §3 to §7.
 *
 * <p>{@code re} is a list in every entry because the protocol allows one; it is empty when the
 * entry refers to nothing.
 */
public sealed interface Payload {

  /**
   * A task, from the agent to the exchange. Fields that the request does not hold are null or
   * empty.
   *
   * @param id the agent's id of the request
   * @param intent what to do
   * @param precision the required precision, as written
   * @param requires the capabilities that an executor needs
   * @param context additions for the executor
   * @param constraints the conditions of place and time
   * @param responseHint the kinds of answers that the requestor wants
   * @param priority the priority
   * @param compensation the payment, as read
   * @param neededBy the deadline of protocol version 1.1, as written
   * @param confirmBefore whether the executor asks for confirmation before it acts
   */
  record Request(
      @Nullable String id,
      String intent,
      @Nullable String precision,
      List<Requirement> requires,
      List<ContentEntry> context,
      RequestConstraints constraints,
      List<ResponseHint> responseHint,
      @Nullable Priority priority,
      Map<String, Object> compensation,
      @Nullable String neededBy,
      boolean confirmBefore)
      implements Payload {

    public Request {
      requires = List.copyOf(requires);
      context = List.copyOf(context);
      responseHint = List.copyOf(responseHint);
    }

    /** A request with an intent alone. */
    public static Request of(String intent) {
      return new Request(
          null,
          intent,
          null,
          List.of(),
          List.of(),
          RequestConstraints.NONE,
          List.of(),
          null,
          Map.of(),
          null,
          false);
    }
  }

  /**
   * The kind of answer that the requestor wants.
   *
   * @param type the kind
   * @param spec the value beside the kind; null for none
   */
  record ResponseHint(String type, @Nullable Object spec) {}

  /**
   * The status of a task, from an executor to the agent.
   *
   * @param re the requests that the entry refers to
   * @param code the code as written
   * @param status the status of the code; null for an unknown code
   * @param executor the executor; null when the entry names none
   * @param message a text for people; null for none
   * @param fields all further fields as read: eta, questions, waiting_for, reason and others
   */
  record Status(
      List<String> re,
      String code,
      @Nullable ThreadStatus status,
      @Nullable String executor,
      @Nullable String message,
      Map<String, Object> fields)
      implements Payload {

    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    /**
     * The instant at which the executor expects to be done: {@code eta}, else {@code estimate}
     * (protocol version 1.1); an instant, or a duration from the time of the message.
     *
     * @param said the time of the message; null when it has none
     */
    public Optional<Instant> expectedBy(@Nullable Instant said) {
      Object written = fields.containsKey("eta") ? fields.get("eta") : fields.get("estimate");
      String text = written == null ? "" : written.toString();
      return Timestamps.parse(text)
          .or(() ->
              Durations.parse(text)
                  .filter(_ -> said != null && said.isBefore(LATEST))
                  .map(takes -> Objects.requireNonNull(said).plus(takes)));
    }
  }

  /**
   * The result of a task, from an executor to the agent.
   *
   * @param re the requests that the entry refers to
   * @param content the result
   * @param executor the executor; null when the entry names none
   * @param notes a text for people; null for none
   * @param partial whether more will follow; a response that is not partial delivers the result
   */
  record Response(
      List<String> re,
      List<ContentEntry> content,
      @Nullable String executor,
      @Nullable String notes,
      boolean partial)
      implements Payload {}

  /**
   * The agent's answer to an executor's question; also the single-answer form of MESSE-AF 2.1.
   *
   * @param re the entries that the reply refers to
   * @param answers the answers by name of the question
   * @param confirm the answer to a confirmation; null when the reply answers none
   * @param accept the answer to a suggestion; null when the reply answers none
   * @param reason a text for people; null for none
   * @param context additions for the executor
   */
  record Reply(
      List<String> re,
      Map<String, Object> answers,
      @Nullable Boolean confirm,
      @Nullable Boolean accept,
      @Nullable String reason,
      List<ContentEntry> context)
      implements Payload {}

  /**
   * The agent withdraws the task.
   *
   * @param re the requests that the entry refers to
   * @param reason a text for people; null for none
   */
  record Cancel(List<String> re, @Nullable String reason) implements Payload {}

  /**
   * The exchange acknowledges the request.
   *
   * @param re the requests that the entry refers to
   * @param ref the thread's ref; null when the entry names none
   */
  record Ack(List<String> re, @Nullable String ref) implements Payload {}

  /**
   * A proposal about tasks, from an executor or the exchange to the agent. Source: MESS protocol
   * §7.5.
   *
   * @param id by which the reply refers to it; null when the entry has none
   * @param type the type as written: {@code merge}, {@code split}, {@code delegate}, {@code
   *     alternative} or {@code defer}
   * @param re the requests that the proposal is about
   * @param proposed the details as read; null for none
   * @param reason a text for people; null for none
   */
  record Suggestion(
      @Nullable String id,
      String type,
      List<String> re,
      @Nullable Object proposed,
      @Nullable String reason)
      implements Payload {}

  /**
   * The agent's opinion of what was done. Source: MESS protocol, planned for version 2.
   *
   * @param re the requests that the entry refers to
   * @param rating 1 to 5; null for none
   * @param accept whether the result is accepted; null when the entry does not say
   * @param feedback a text for people; null for none
   * @param requestRedo whether the task is to be done again
   */
  record Review(
      List<String> re,
      @Nullable Integer rating,
      @Nullable Boolean accept,
      @Nullable String feedback,
      boolean requestRedo)
      implements Payload {}

  /**
   * An entry that the gateway carries without acting upon it: {@code query}, {@code config} or an
   * unknown type. It is never an error (MESS protocol §8.7).
   *
   * @param type the type as written
   * @param value the value as read
   */
  record UnknownPayload(String type, @Nullable Object value) implements Payload {}
}
