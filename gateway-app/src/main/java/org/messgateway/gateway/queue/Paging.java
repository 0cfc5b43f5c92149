package org.messgateway.gateway.queue;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.messgateway.gateway.home.BackgroundLoop;

/** Streams a million rows with one page of them in memory. */
public final class Paging {

  /** Rows of a page. */
  public static final int SIZE = 256;

  private Paging() {}

  /**
   * All of them, in the order of their keys.
   *
   * @param page gives up to {@link #SIZE} rows behind a key, the empty key being before all
   * @param key of a row
   */
  public static <T> Stream<T> of(Function<String, List<T>> page, Function<T, String> key) {
    return Stream.iterate(
            page.apply(""),
            rows -> !rows.isEmpty(),
            rows -> rows.size() < SIZE ? List.<T>of() : next(page, key.apply(rows.getLast())))
        .flatMap(List::stream);
  }

  private static <T> List<T> next(Function<String, List<T>> page, String after) {
    BackgroundLoop.progress();
    return page.apply(after);
  }
}
