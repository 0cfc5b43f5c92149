package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages of agents: requests become threads, replies and cancellations go into the agent's
 * threads. Blocks until all is on the disk; safe for all threads.
 */
public interface AgentRequests {

  /** Takes a message; one thread for each request in it. */
  RequestResult say(RequestMessage message);

  /**
   * A message of an agent.
   *
   * @param agent sender; may reply to and cancel its own threads only
   * @param channel of the message: {@code http}, {@code mcp} …
   * @param key the same key from the same agent is the same message
   * @param mess as in {@link Answer#mess()}
   */
  record RequestMessage(
      String agent, String channel, String key, List<Map<String, @Nullable Object>> mess) {

    public RequestMessage {
      mess = List.copyOf(mess);
    }
  }

  /** The outcome of an agent's message. */
  sealed interface RequestResult {

    /** All is in the exchange: created threads, and refs of threads replied to or cancelled. */
    record Stored(List<Created> created, List<String> touched) implements RequestResult {}

    /** The message is invalid; nothing of it was written. */
    record Rejected(String sentence) implements RequestResult {}

    /** The message refers to a thread of another requestor, or to none. */
    record OthersThread(String re) implements RequestResult {}

    /** The message cannot be written now. */
    record Unavailable(String sentence) implements RequestResult {}
  }

  /**
   * A created thread.
   *
   * @param id the client's own id of the request; null when it gave none
   */
  record Created(@Nullable String id, String ref) {}
}
