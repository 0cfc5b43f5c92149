package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;

/** Whole dispatchers over one database, in real time. */
@Tag("postgres")
final class ClusterTest {

  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int LANES = 40;

  private static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, what);
      glance();
    }
  }

  private static void glance() {
    try {
      assertTrue(!new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Long> timesSent(Cluster cluster) {
    return cluster.calls.stream()
        .collect(Collectors.groupingBy(Cluster.SendCall::id, Collectors.counting()));
  }

  @Test
  void ofTenThousandDeliveriesOverThreeNodesWithWrongClocksNoneIsLostOrDoubled() {
    try (Cluster cluster = new Cluster(new ChannelLimits(1, null, null), AT_ONCE)) {
      cluster.start("ana", Duration.ofMinutes(-3));
      cluster.start("ben", Duration.ZERO);
      cluster.start("cleo", Duration.ofMinutes(4));
      cluster.want(0, 10_000, LANES);

      until("all are delivered", () -> cluster.delivered() == 10_000);

      assertEquals(10_000, timesSent(cluster).size(), "none lost");
      assertEquals(10_000, cluster.calls.size(), "none doubled");
      assertEquals(1, cluster.mostAtOnce(), "one at a time on each lane");
      inOrder(cluster);
      Set<String> nodes =
          cluster.calls.stream().map(Cluster.SendCall::node).collect(Collectors.toSet());
      assertTrue(nodes.size() > 1, "several took part");
    }
  }

  /** On one lane the older goes first; a lane was filled in the order of its numbers. */
  private static void inOrder(Cluster cluster) {
    Map<String, Integer> last = new HashMap<>();
    List<Cluster.SendCall> calls =
        cluster.calls.stream()
            .sorted((one, other) -> Long.compare(one.nanos(), other.nanos()))
            .toList();
    for (Cluster.SendCall call : calls) {
      int number = Integer.parseInt(call.ref().substring(1));
      Integer before = last.put(call.address(), number);
      assertTrue(before == null || before < number, call::toString);
    }
  }

  @Test
  @Tag("proof")
  void whenANodeIsKilledTheOthersDoItsWorkAndOnlyWhatWasInFlightIsSentTwice() {
    try (Cluster cluster = new Cluster(new ChannelLimits(4, null, null), Duration.ofMillis(5))) {
      Cluster.Node ana = cluster.start("ana", Duration.ZERO);
      cluster.start("ben", Duration.ZERO);
      cluster.want(0, 1_000, LANES);
      until("it is at work", () -> sentBy(cluster, "ana") > 50);

      ana.kill();
      until("all are delivered", () -> cluster.delivered() == 1_000);

      Map<String, Long> sent = timesSent(cluster);
      assertEquals(1_000, sent.size(), "none lost");
      Set<String> doubled = new HashSet<>();
      sent.forEach((id, times) -> {
        if (times > 1) {
          doubled.add(id);
        }
      });
      Set<String> byAna =
          cluster.calls.stream()
              .filter(call -> call.node().equals("ana"))
              .map(Cluster.SendCall::id)
              .collect(Collectors.toSet());
      assertTrue(byAna.containsAll(doubled), "only what the dead one sent");
      assertTrue(doubled.size() <= 4 * LANES, "and only what it had in flight: " + doubled.size());
    }
  }

  private static long sentBy(Cluster cluster, String node) {
    return cluster.calls.stream().filter(call -> call.node().equals(node)).count();
  }

  @Test
  @Tag("proof")
  void ratesHoldOverAllNodes() {
    Rate account = new Rate(10, Duration.ofSeconds(1));
    Rate lane = new Rate(1, Duration.ofSeconds(1));
    try (Cluster cluster = new Cluster(new ChannelLimits(1, lane, account), AT_ONCE)) {
      Cluster.Node ana = cluster.start("ana", Duration.ZERO);
      Cluster.Node ben = cluster.start("ben", Duration.ZERO);
      until("they know of each other", () -> ana.nodes() > 1 && ben.nodes() > 1);
      cluster.want(0, 30, 10);

      until("all are delivered", () -> cluster.delivered() == 30);

      apart(cluster.calls.stream().map(Cluster.SendCall::nanos).sorted().toList(), 10);
      cluster.calls.stream()
          .collect(Collectors.groupingBy(Cluster.SendCall::address))
          .values()
          .forEach(
              calls -> apart(calls.stream().map(Cluster.SendCall::nanos).sorted().toList(), 1));
    }
  }

  /** Threads that start late make a send look late, and the next too soon: a fifth is theirs. */
  private static void apart(List<Long> sends, int permits) {
    for (int i = permits; i < sends.size(); i++) {
      long apart = sends.get(i) - sends.get(i - permits);
      assertTrue(apart >= Duration.ofMillis(800).toNanos(), "only " + apart + " ns apart");
    }
  }
}
