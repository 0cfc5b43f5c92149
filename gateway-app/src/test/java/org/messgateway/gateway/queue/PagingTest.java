package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagingTest {

  private final List<String> asked = new ArrayList<>();

  private List<String> page(List<String> all, String after) {
    asked.add(after);
    return all.stream().filter(key -> key.compareTo(after) > 0).limit(Paging.SIZE).toList();
  }

  private static List<String> keys(int count) {
    return IntStream.range(0, count).mapToObj("%06d"::formatted).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 512, 1000})
  void eachRowComesOnceAndInOrder(int count) {
    List<String> all = keys(count);
    assertEquals(all, Paging.of(after -> page(all, after), Function.identity()).toList());
  }

  @Test
  void aPageIsAskedForWhenTheOneBeforeWasUsed() {
    List<String> all = keys(1000);
    long first =
        Paging.of(after -> page(all, after), Function.identity()).limit(Paging.SIZE - 1).count();
    assertEquals(Paging.SIZE - 1, first);
    assertEquals(List.of(""), asked);
  }
}
