package org.messgateway.api.mess;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a message's {@code MESS} list. Source: protocol §1 and §3 to §7.
 *
 * <p>{@code re} is a list everywhere because the protocol allows one; it is empty when nothing was
 * said.
 */
public sealed interface Payload {

  /** Agent to exchange: something to be done. */
  record Request(
      @Nullable String id,
      String intent,
      @Nullable String precision,
      List<Requirement> requires,
      List<ContentEntry> context,
      Constraints constraints,
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

    /** A request that says only what is to be done. */
    public static Request of(String intent) {
      return new Request(
          null,
          intent,
          null,
          List.of(),
          List.of(),
          Constraints.NONE,
          List.of(),
          null,
          Map.of(),
          null,
          false);
    }
  }

  /** What sort of answer is wanted; {@code spec} is what stands beside the type, if anything. */
  record ResponseHint(String type, @Nullable Object spec) {}

  /**
   * Executor to agent: how it goes.
   *
   * @param status null for a code we do not know
   * @param fields all further fields as they were read: eta, questions, waiting_for, reason …
   */
  record Status(
      List<String> re,
      String code,
      @Nullable ThreadStatus status,
      @Nullable String executor,
      @Nullable String message,
      Map<String, Object> fields)
      implements Payload {}

  /** Executor to agent: the result. */
  record Response(
      List<String> re,
      List<ContentEntry> content,
      @Nullable String executor,
      @Nullable String notes)
      implements Payload {}

  /**
   * Agent to executor: what was asked for; also the single-answer form of MESSE-AF 2.1.
   *
   * @param confirm null when it is not an answer to a confirmation
   * @param accept null when it is not an answer to a suggestion
   */
  record Reply(
      List<String> re,
      Map<String, Object> answers,
      @Nullable Boolean confirm,
      @Nullable Boolean accept,
      @Nullable String reason,
      List<ContentEntry> context)
      implements Payload {}

  /** Agent: no longer wanted. */
  record Cancel(List<String> re, @Nullable String reason) implements Payload {}

  /** Exchange to agent: got it. */
  record Ack(List<String> re, @Nullable String ref) implements Payload {}

  /**
   * A type that is carried but not acted upon here ({@code query}, {@code config}, {@code
   * suggestion}) or that we do not know. Kept, never an error (protocol §8.7).
   */
  record Other(String type, @Nullable Object value) implements Payload {}
}
