package org.messgateway.gateway;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rows of which there may be a million, as a stream that holds a page of them. */
final class Pages {

  /** Rows of a page. */
  static final int SIZE = 256;

  private Pages() {}

  /**
   * All of them, in the order of their keys.
   *
   * @param page gives up to {@link #SIZE} rows behind a key, the empty key being before all
   * @param key of a row
   */
  static <T> Stream<T> of(Function<String, List<T>> page, Function<T, String> key) {
    return Stream.iterate(
            page.apply(""),
            rows -> !rows.isEmpty(),
            rows -> rows.size() < SIZE ? List.<T>of() : page.apply(key.apply(rows.getLast())))
        .flatMap(List::stream);
  }
}
