package org.messgateway.gateway.exchange;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;

/**
 * What one thread's history is to be given.
 *
 * @param read the thread as it was read a moment ago: where it still stands so, it is not read
 *     again; null when it is to be read
 * @param lacking from the history there is to the entries to be added; may be asked repeatedly
 */
public record HistoryWish(
    Ref ref,
    @Nullable LoadedThread read,
    Function<List<HistoryEntry>, List<HistoryEntry>> lacking) {

  /** Told what became of wishes; thread-safe. */
  public interface Outcome {

    /** It stands there, safe. */
    void written(Ref ref);

    /**
     * It could not be written.
     *
     * @return whether others should be tried
     */
    boolean failed(Ref ref, ExchangeWriteException why);
  }
}
