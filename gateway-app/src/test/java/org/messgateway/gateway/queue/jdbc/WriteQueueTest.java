package org.messgateway.gateway.queue.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which units share a commit. */
final class WriteQueueTest {

  private final List<String> late = new ArrayList<>();
  private final WriteQueue queue = new WriteQueue(256, () -> late.forEach(this::admit));

  private void admit(String item) {
    queue.admit(units(List.of(item)));
  }

  private static List<WriteJob<String, String>> units(List<String> items) {
    return items.stream().map(item -> new WriteJob<>(WriteQueueTest::echo, item)).toList();
  }

  private static List<String> echo(SqlSession session, List<String> items) {
    return items;
  }

  private int nextGroup() throws InterruptedException {
    List<WriteJob<?, ?>> group = new ArrayList<>();
    assertTrue(queue.gather(group));
    return group.size();
  }

  private void burst() throws InterruptedException {
    List<String> callers = IntStream.range(0, 8).mapToObj(Integer::toString).toList();
    callers.forEach(this::admit);
    assertEquals(8, nextGroup());
  }

  @Test
  void inABurstACommitServesThoseThatComeAMomentLater() throws Exception {
    burst();
    late.add("third");
    late.add("fourth");

    admit("first");
    admit("second");

    assertEquals(4, nextGroup());
  }

  @Test
  void oneThatComesAloneDoesNotWaitForOthers() throws Exception {
    late.add("nobody waits for this");

    admit("first");
    assertEquals(1, nextGroup());
    admit("second");
    assertEquals(1, nextGroup());
  }

  @Test
  void whoComesAloneAfterABurstDoesNotWaitEither() throws Exception {
    burst();
    late.add("nobody waits for this");

    admit("first");

    assertEquals(1, nextGroup());
  }

  @Test
  void manyUnitsOfOneCallerAreNoBurst() throws Exception {
    queue.admit(units(IntStream.range(0, 100).mapToObj(Integer::toString).toList()));
    assertEquals(100, nextGroup());
    late.add("nobody waits for this");

    admit("next");
    admit("another");

    assertEquals(2, nextGroup());
  }
}
