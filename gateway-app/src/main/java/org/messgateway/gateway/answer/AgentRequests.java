package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Takes messages of agents: requests become threads, replies and cancellations go into the agent's
 * threads, queries are answered. Blocks until all is on the disk; safe for all threads.
 */
public interface AgentRequests {

  /** Takes a message; one thread for each request in it. */
  RequestResult say(RequestMessage message);

  /** Answers a message that only asks, over the threads of everybody. */
  default RequestResult ask(List<Map<String, @Nullable Object>> mess) {
    return new RequestResult.Unavailable("Nobody answers queries here.");
  }

  /**
   * A message of an agent.
   *
   * @param agent sender; may reply to and cancel its own threads only
   * @param channel of the message: {@code http}, {@code mcp} …
   * @param key tells whether the same message came before
   * @param mess as in {@link Answer#mess()}
   * @param exchange name or id of the exchange that is meant; empty where none was named: new tasks
   *     go to the first, the rest to the one that has the thread
   * @param files those that entries name as {@code {image: {part: NAME}}}, and others, which are
   *     added to the context of the one request
   */
  record RequestMessage(
      String agent,
      String channel,
      MessageKey key,
      List<Map<String, @Nullable Object>> mess,
      Optional<String> exchange,
      List<AnswerFile> files) {

    public RequestMessage {
      mess = List.copyOf(mess);
      files = List.copyOf(files);
    }

    /** A message that names no exchange. */
    public RequestMessage(
        String agent, String channel, MessageKey key, List<Map<String, @Nullable Object>> mess) {
      this(agent, channel, key, mess, Optional.empty(), List.of());
    }
  }

  /** The outcome of an agent's message. */
  sealed interface RequestResult {

    /**
     * All is in the exchange.
     *
     * @param receivedAt when the message came; of a repeated one, when it came first
     * @param outcomes of its entries, in their order
     */
    record Stored(Instant receivedAt, List<EntryOutcome> outcomes) implements RequestResult {

      public Stored {
        outcomes = List.copyOf(outcomes);
      }

      /** The threads that were created. */
      public List<Created> created() {
        return outcomes(Created.class).toList();
      }

      /** Refs of the threads replied to or cancelled. */
      public List<String> touched() {
        return outcomes(Standing.class).map(Standing::ref).toList();
      }

      /** Whether all threads that it made or was written into are so by the same said before. */
      public boolean again() {
        return outcomes.stream()
            .allMatch(outcome ->
                switch (outcome) {
                  case Created created -> created.again();
                  case Standing standing -> standing.again();
                  case Found _, KeptEntry _, UnclaimedRequirement _, BeyondVersion _ -> true;
                });
      }

      /** Outcomes of a kind. */
      public <T extends EntryOutcome> Stream<T> outcomes(Class<T> kind) {
        return outcomes.stream().filter(kind::isInstance).map(kind::cast);
      }
    }

    /**
     * The message is invalid; nothing of it was written.
     *
     * @param example an entry that would be right, as YAML; null for none
     * @param entry number of the entry that is wrong, 1 for the first; 0 for the message as a whole
     */
    record Rejected(String sentence, @Nullable String example, int entry) implements RequestResult {

      public Rejected(String sentence) {
        this(sentence, null, 0);
      }
    }

    /** The message refers to a thread of another requestor, or to none. */
    record OthersThread(String re) implements RequestResult {}

    /** The message names an exchange that is not there. */
    record NoSuchExchange(String sentence) implements RequestResult {}

    /** The message cannot be written now. */
    record Unavailable(String sentence) implements RequestResult {}
  }

  /** What became of an entry. */
  sealed interface EntryOutcome {}

  /**
   * A thread that was made of a request.
   *
   * @param id the client's own id of the request; null when it gave none
   * @param status now; null when the thread is gone
   * @param holder who has it; null for nobody
   * @param again whether it was made before, of the same request
   */
  record Created(
      @Nullable String id,
      String ref,
      @Nullable ThreadStatus status,
      @Nullable String holder,
      boolean again)
      implements EntryOutcome {

    /** Just made. */
    public Created(@Nullable String id, String ref) {
      this(id, ref, ThreadStatus.PENDING, null, false);
    }
  }

  /**
   * How a thread stands now that was replied to or cancelled.
   *
   * @param re what the message called it
   * @param holder who has it; null for nobody
   * @param again whether the same was said before
   * @param note a sentence where what was said has no effect; null where it has one
   */
  record Standing(
      String re,
      String ref,
      ThreadStatus status,
      @Nullable String holder,
      boolean again,
      @Nullable String note)
      implements EntryOutcome {

    /** Said with effect. */
    public Standing(
        String re, String ref, ThreadStatus status, @Nullable String holder, boolean again) {
      this(re, ref, status, holder, again, null);
    }
  }

  /** The answer to a query, see {@link AgentQueries}. */
  record Found(Map<String, @Nullable Object> structured) implements EntryOutcome {}

  /** An entry of an unknown type that was kept in these threads, without effect. */
  record KeptEntry(String type, List<String> refs) implements EntryOutcome {

    public KeptEntry {
      refs = List.copyOf(refs);
    }
  }

  /** A thread requires a capability that no executor has; the sentence says which are near. */
  record UnclaimedRequirement(String ref, String sentence) implements EntryOutcome {}

  /** The message names a version that is not known here; the sentence says which are. */
  record BeyondVersion(String sentence) implements EntryOutcome {}
}
