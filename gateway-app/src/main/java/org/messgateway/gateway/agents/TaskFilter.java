package org.messgateway.gateway.agents;

import java.io.Serial;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentQuery;

/**
 * Which of its tasks an agent wants to see.
 *
 * @param statuses empty for those that have not ended
 * @param since changed then or later; null for ever
 * @param limit tasks of a page, 1 to {@link #MOST}
 * @param cursor {@link TaskPage#cursor} of the page before; null for the first page
 */
public record TaskFilter(
    Set<ThreadStatus> statuses, @Nullable Instant since, int limit, @Nullable String cursor) {

  /** Most tasks of a page. */
  public static final int MOST = AgentQuery.MOST;

  /** Tasks of a page where nobody says how many. */
  public static final int USUAL = AgentQuery.USUAL;

  /** The newest that have not ended. */
  public static final TaskFilter OPEN = new TaskFilter(Set.of(), null, USUAL, null);

  /** The newest, ended or not. */
  public static final TaskFilter ALL =
      new TaskFilter(EnumSet.allOf(ThreadStatus.class), null, USUAL, null);

  public TaskFilter {
    statuses = Set.copyOf(statuses);
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("A page has 1 to " + MOST + " tasks, not " + limit + ".");
    }
  }

  /** The page behind a cursor. */
  public TaskFilter from(String next) {
    return new TaskFilter(statuses, since, limit, next);
  }

  /** The same with another number of tasks. */
  public TaskFilter limited(int tasks) {
    return new TaskFilter(statuses, since, tasks, cursor);
  }

  /** A cursor that is of no page of tasks here. */
  public static final class UnknownCursorException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    public UnknownCursorException() {
      super("The cursor is of no page of tasks here.");
    }
  }
}
