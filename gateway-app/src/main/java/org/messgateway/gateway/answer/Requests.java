package org.messgateway.gateway.answer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What agents say: requests become threads, replies and cancellations go into theirs. Blocks until
 * it is on the disk; safe for all threads.
 */
public interface Requests {

  /** Takes a message; one thread for each request in it. */
  Outcome say(Message message);

  /**
   * A message of an agent.
   *
   * @param agent who says it; may only reply to and cancel its own
   * @param channel how it came: {@code http}, {@code mcp} …
   * @param key the same key from the same agent is the same message
   * @param mess as in {@link Answer#mess()}
   */
  record Message(
      String agent, String channel, String key, List<Map<String, @Nullable Object>> mess) {

    public Message {
      mess = List.copyOf(mess);
    }
  }

  /** What became of it. */
  sealed interface Outcome {

    /** All of it is in the exchange; what was created, and what was replied to or cancelled. */
    record Taken(List<Created> created, List<String> touched) implements Outcome {}

    /** It makes no sense; nothing of it was taken. */
    record Refused(String sentence) implements Outcome {}

    /** It refers to a thread of somebody else, or to none. */
    record NotYours(String re) implements Outcome {}

    /** It could not be written now. */
    record NotNow(String sentence) implements Outcome {}
  }

  /**
   * A thread that was made.
   *
   * @param id the client's own id of the request; null when it gave none
   */
  record Created(@Nullable String id, String ref) {}
}
