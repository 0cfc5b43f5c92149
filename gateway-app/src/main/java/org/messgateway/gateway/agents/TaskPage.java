package org.messgateway.gateway.agents;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A page of an agent's tasks, the newest first.
 *
 * @param cursor of the next page; empty when this is the last
 */
public record TaskPage(List<TaskSummary> tasks, Optional<String> cursor) {

  public TaskPage {
    tasks = List.copyOf(tasks);
  }

  /**
   * What a list says of a task. Texts are without hidden characters.
   *
   * @param exchange name of the exchange
   * @param id the agent's own; null for none
   * @param executor who has it, or whom the exchange chose; null for nobody
   * @param expires deadline as written; null for none
   * @param suggestions that wait for an answer, with {@code id}, {@code type}, {@code by}, {@code
   *     ref} and what else they say
   */
  public record TaskSummary(
      String exchange,
      String ref,
      @Nullable String id,
      ThreadStatus status,
      String intent,
      @Nullable String executor,
      @Nullable Instant created,
      @Nullable Instant updated,
      @Nullable String expires,
      List<Map<String, Object>> suggestions) {

    public TaskSummary {
      suggestions = List.copyOf(suggestions);
    }
  }
}
