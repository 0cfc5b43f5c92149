package org.messgateway.gateway.queue;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects threads of an exchange, from the last ref backwards. Rows that do not know what is asked
 * ({@link ThreadRow#facts}) are selected, too: who asks looks at the threads.
 *
 * @param requestor null for any
 * @param refs only these; empty for any
 * @param clientIds only those that their requestors call so; with {@code refs}, either suffices
 * @param statuses codes; empty for any
 * @param open only those that have not ended
 * @param executor who has it; null for any
 * @param since changed then or later; null for ever
 * @param requires of each of these lists one capability at least
 * @param before only refs before this one; empty for all
 */
public record ThreadFilter(
    String exchange,
    @Nullable String requestor,
    List<String> refs,
    List<String> clientIds,
    Set<String> statuses,
    boolean open,
    @Nullable String executor,
    @Nullable Instant since,
    List<Set<String>> requires,
    String before) {

  public ThreadFilter {
    refs = List.copyOf(refs);
    clientIds = List.copyOf(clientIds);
    statuses = Set.copyOf(statuses);
    requires = List.copyOf(requires);
  }

  /** The next page. */
  public ThreadFilter after(String lastRef) {
    return new ThreadFilter(
        exchange, requestor, refs, clientIds, statuses, open, executor, since, requires, lastRef);
  }
}
