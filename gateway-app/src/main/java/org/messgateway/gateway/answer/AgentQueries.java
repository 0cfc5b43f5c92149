package org.messgateway.gateway.answer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers queries over all exchanges of the gateway; changes nothing. Safe for all threads. */
@FunctionalInterface
public interface AgentQueries {

  /**
   * What stands behind {@code structured} in the answer: {@code threads}, {@code capabilities} or
   * {@code executors}, as docs/query.schema.json describes.
   *
   * @throws IOException when the exchange or the queue cannot be read now
   */
  Map<String, @Nullable Object> answer(Asker asker, AgentQuery query) throws IOException;

  /**
   * Who asks.
   *
   * @param agent whose threads are shown; null for those of everybody
   * @param exchange id of the one that is asked; null for all
   * @param fresh threads of the agent that changed a moment ago, of which the queue may not know
   */
  record Asker(@Nullable String agent, @Nullable String exchange, List<FreshThread> fresh) {

    /** An operator. */
    public static final Asker OPERATOR = new Asker(null, null, List.of());

    public Asker {
      fresh = List.copyOf(fresh);
    }
  }

  /** A thread that changed a moment ago. */
  record FreshThread(String exchange, String ref) {}
}
