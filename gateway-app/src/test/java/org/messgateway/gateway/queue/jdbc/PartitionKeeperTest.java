package org.messgateway.gateway.queue.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.EXCHANGE;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.lookingAgain;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.journal.AnswerJournal;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;

/** Which node looks at which threads, over joins, stops and kills. */
@Tag("postgres")
final class PartitionKeeperTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration RENEWAL = Duration.ofSeconds(4);

  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final List<JdbcDeliveryQueue> open = new ArrayList<>();

  private JdbcDeliveryQueue node(String name) {
    JdbcDeliveryQueue queue =
        (JdbcDeliveryQueue) PostgresStore.at(url, null, null).by(clock).open(name).queue();
    open.add(queue);
    return queue;
  }

  private JdbcDeliveryQueue joined(String name) {
    JdbcDeliveryQueue node = node(name);
    node.partitions().join();
    return node;
  }

  @AfterEach
  void close() {
    open.forEach(JdbcDeliveryQueue::close);
  }

  private static PartitionSet held(JdbcDeliveryQueue node) {
    return node.partitions().held();
  }

  /** As often as it takes until each has given and taken. */
  private static void look(JdbcDeliveryQueue... nodes) {
    for (int round = 0; round < 3; round++) {
      for (JdbcDeliveryQueue node : nodes) {
        node.lookAtPartitions();
      }
    }
  }

  private static void assertEachOnce(JdbcDeliveryQueue... nodes) {
    PartitionSet all = PartitionSet.NONE;
    int sum = 0;
    for (JdbcDeliveryQueue node : nodes) {
      all = all.and(held(node));
      sum += held(node).size();
    }
    assertEquals(PartitionSet.ALL, all, "none is left");
    assertEquals(PartitionSet.COUNT, sum, "none is held twice");
  }

  /** Time passes; these are alive, the others are not. */
  private void pass(Duration time, JdbcDeliveryQueue... alive) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(time) < 0;
        passed = passed.plus(SECOND)) {
      clock.advance(SECOND);
      for (JdbcDeliveryQueue node : alive) {
        if (passed.toSeconds() % RENEWAL.toSeconds() == 0) {
          node.renew();
        }
        node.lookAtPartitions();
      }
    }
  }

  private static String refIn(PartitionSet set) {
    return IntStream.range(0, 10_000)
        .mapToObj(number -> "r" + number)
        .filter(ref -> set.holds(EXCHANGE, ref))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneAloneLooksAtEverything() {
    assertEquals(PartitionSet.ALL, held(joined("ana")));
  }

  @Test
  void oneThatOnlyAnswersLooksAtEverythingAndTakesNothingFromOthers() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue guest = node("guest");

    look(ana);

    assertEquals(PartitionSet.ALL, held(ana));
    assertEquals(PartitionSet.ALL, held(guest));
  }

  @Test
  void threeShareEvenly() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue ben = joined("ben");
    JdbcDeliveryQueue cleo = joined("cleo");

    look(ana, ben, cleo);

    assertEachOnce(ana, ben, cleo);
    for (JdbcDeliveryQueue each : List.of(ana, ben, cleo)) {
      int share = held(each).size();
      assertTrue(share >= 20 && share <= 22, "a share of " + share);
    }
  }

  @Test
  void whatAKilledNodeHeldIsTakenWithinFifteenSeconds() {
    JdbcDeliveryQueue killed = joined("killed");
    JdbcDeliveryQueue ben = joined("ben");
    JdbcDeliveryQueue cleo = joined("cleo");
    look(killed, ben, cleo);
    killed.renew();
    PartitionSet lost = held(killed);
    PartitionSet taken = PartitionSet.NONE;
    List<PartitionSet> heard = new ArrayList<>();
    ben.partitions().whenTaken(heard::add);
    cleo.partitions().whenTaken(heard::add);

    pass(Duration.ofSeconds(10), ben, cleo);
    assertEquals(PartitionSet.ALL.without(lost), held(ben).and(held(cleo)), "it may only be slow");
    pass(Duration.ofSeconds(5), ben, cleo);

    assertEachOnce(ben, cleo);
    for (PartitionSet each : heard) {
      taken = taken.and(each);
    }
    assertEquals(lost, taken, "each is told of what it took, and of nothing else");
  }

  @Test
  void whoIsCutOffHoldsNothingByItsOwnClockBeforeAnotherTakesIt() {
    JdbcDeliveryQueue cut = joined("cut");
    JdbcDeliveryQueue ben = joined("ben");
    look(cut, ben);
    cut.renew();
    PartitionSet before = held(ben);

    for (int second = 0; second < 15; second++) {
      pass(SECOND, ben);
      ben.renew();
      if (!held(ben).equals(before)) {
        assertEquals(PartitionSet.NONE, held(cut));
      }
    }

    assertEquals(PartitionSet.ALL, held(ben));
    List<PartitionSet> heard = new ArrayList<>();
    cut.partitions().whenTaken(heard::add);
    cut.renew();
    assertEquals(PartitionSet.NONE, held(cut), "until it has looked");
    look(cut, ben, cut);
    assertEachOnce(cut, ben);
    assertEquals(held(cut), heard.stream().reduce(PartitionSet.NONE, PartitionSet::and));
  }

  @Test
  void whatAStoppedNodeHeldIsTakenAtOnce() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue ben = joined("ben");
    look(ana, ben);

    open.remove(ana);
    ana.close();
    look(ben);

    assertEquals(PartitionSet.ALL, held(ben));
  }

  @Test
  void dueThreadsAreThoseOfOnesOwnPartitions() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue ben = joined("ben");
    look(ana, ben);
    List<String> refs = new ArrayList<>(List.of("a b", "ü-1", "日本", "x'y"));
    IntStream.range(0, 60).forEach(number -> refs.add("2026-11-24-" + number));
    refs.forEach(ref ->
        (held(ana).holds(EXCHANGE, ref) ? ana : ben)
            .storeThread(lookingAgain(ref, clock.instant())));

    List<String> ofAna = ana.dueThreads(EXCHANGE, 99).stream().map(ThreadRow::ref).toList();
    List<String> ofBen = ben.dueThreads(EXCHANGE, 99).stream().map(ThreadRow::ref).toList();

    assertEquals(refs.size(), ofAna.size() + ofBen.size());
    ofAna.forEach(ref -> assertTrue(held(ana).holds(EXCHANGE, ref), ref));
    ofBen.forEach(ref -> assertTrue(held(ben).holds(EXCHANGE, ref), ref));
    assertFalse(ofAna.isEmpty() || ofBen.isEmpty());
  }

  @Test
  void whatANodeDecidedAboutAThreadOfAnotherIsDueThereAtOnce() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue ben = joined("ben");
    look(ana, ben);
    String ref = refIn(held(ben));

    reconcile(ana, ref, wish(ref, "roomba", "http://a"));
    assertEquals(List.of(), ana.dueThreads(EXCHANGE, 9));
    assertEquals(List.of(ref), ben.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());

    assertEquals(0, reconcile(ben, ref, wish(ref, "roomba", "http://a")).queued(), "told once");
    assertEquals(List.of(), ben.dueThreads(EXCHANGE, 9), "it has looked");
  }

  /** It was suspended over the takeover and stores what it had decided before. */
  @Test
  void aLateDecisionOfANodeThatStoodStillIsLookedAtByWhoTookOver() {
    JdbcDeliveryQueue still = joined("still");
    JdbcDeliveryQueue ben = joined("ben");
    look(still, ben);
    String ref = refIn(held(still));
    pass(Duration.ofSeconds(15), ben);
    assertEquals(PartitionSet.ALL, held(ben));
    reconcile(ben, ref);

    reconcile(still, thread(ref), wish(ref, "roomba", "http://a"));

    assertEquals(List.of(ref), ben.dueThreads(EXCHANGE, 9).stream().map(ThreadRow::ref).toList());
    still.renew();
    assertEquals(PartitionSet.NONE, held(still), "what it holds is not known until it looks");
    look(still, ben, still);
    assertEachOnce(still, ben);
  }

  /** The store was away for all: nobody took anything, and nobody looked either. */
  @Test
  void whoWasNotSeenForTooLongTakesItsOwnAnew() {
    JdbcDeliveryQueue ana = joined("ana");
    List<PartitionSet> heard = new ArrayList<>();
    ana.partitions().whenTaken(heard::add);
    clock.advance(Duration.ofMinutes(1));

    ana.renew();
    look(ana);

    assertEquals(List.of(PartitionSet.ALL), heard);
    assertEquals(PartitionSet.ALL, held(ana));
  }

  @Test
  void eachReplyAndEachOpenAnswerIsSeenByOneNodeAndByAnotherWhenThatIsGone() {
    JdbcDeliveryQueue ana = joined("ana");
    JdbcDeliveryQueue ben = joined("ben");
    look(ana, ben);
    List<String> refs = IntStream.range(0, 20).mapToObj(number -> "r" + number).toList();
    for (String ref : refs) {
      answered(ben, ref);
    }

    assertEquals(
        refs.stream().filter(ref -> held(ana).holds(EXCHANGE, ref)).toList(), replies(ana));
    assertEquals(
        refs.stream().filter(ref -> held(ben).holds(EXCHANGE, ref)).toList(), replies(ben));
    assertEquals(replies(ana), answers(ana));
    assertEquals(replies(ben), answers(ben));
    assertFalse(replies(ana).isEmpty() || replies(ben).isEmpty(), "both have some");

    ben.close();
    open.remove(ben);
    look(ana);
    assertEquals(refs, replies(ana));
    assertEquals(refs, answers(ana));
  }

  private JdbcJournal journal(JdbcDeliveryQueue node) {
    return new JdbcJournal(node, clock, "journal");
  }

  /** A robot replied in the body of its response, and an answer waits to be found in the thread. */
  private void answered(JdbcDeliveryQueue node, String ref) {
    String address = "http://" + ref;
    reconcile(node, ref, wish(ref, "roomba", address));
    TakenDelivery delivery = node.take(node.lease(1).getFirst(), 1).getFirst();
    ServiceReply said = new ServiceReply("application/yaml", "MESS: []".getBytes(UTF_8), true);
    boolean _ =
        node.settle(
            delivery, clock.instant(), new Settlement.Delivered(Receipt.NONE, said), HEALTHY);
    AnswerJournal.Put _ =
        journal(node)
            .answers()
            .put(
                new AnswerJournal.Entry(
                    0, EXCHANGE, ref, "roomba", "k", clock.instant(), new byte[1], null, null));
  }

  private List<String> replies(JdbcDeliveryQueue node) {
    return journal(node).replies().open(EXCHANGE, null, 99).stream().map(KeptReply::ref).toList();
  }

  private List<String> answers(JdbcDeliveryQueue node) {
    return journal(node).answers().open(EXCHANGE, 99).stream()
        .map(AnswerJournal.Entry::ref)
        .toList();
  }
}
