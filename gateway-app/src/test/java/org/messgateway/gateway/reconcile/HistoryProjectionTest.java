package org.messgateway.gateway.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Logged;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.SettledDelivery;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.testkit.Conforms;

class HistoryProjectionTest {

  private static final String TEXT =
      """
      ref: REF
      requestor: claude-agent
      status: pending
      created: 2026-11-20T12:00:00Z
      updated: 2026-11-20T12:00:00Z
      history: []
      ---
      from: claude-agent
      MESS:
        - request:
            intent: vacuum the kitchen floor
      """;

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final InstantSource clock = () -> InstantSource.system().instant().plus(ahead.get());
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicLong nanos = new AtomicLong(42);

  private final ChangeQueue changed = new ChangeQueue(1000, nanos::get);

  /** Threads of other gateways. */
  private final Set<String> elsewhere = new HashSet<>();

  @TempDir private Path home;
  private Exchange exchange;
  private ThreadCache recent;
  private DeliveryQueue queue;
  private UnrecordedDeliveries unrecorded;
  private HistoryProjection projection;

  @BeforeEach
  void open() throws IOException {
    exchange =
        new Exchange(
            ExchangeDirectory.open(home, ExchangeDirectory.Access.WRITE),
            ExchangeLimits.DEFAULT,
            clock,
            System::nanoTime);
    recent = new ThreadCache(exchange, 48L << 20, nanos::get);
    queue = SqliteStore.in(home.resolve(".gateway"), clock).open("test").queue();
    unrecorded = new UnrecordedDeliveries(id(), ref -> !elsewhere.contains(ref), clock, nanos::get);
    exchange.writer().carry(unrecorded);
    projection = projection(false);
  }

  private HistoryProjection projection(boolean shared) {
    return new HistoryProjection(
        unrecorded,
        shared,
        queue,
        exchange.writer(),
        recent,
        changed,
        clock,
        busy::get,
        nanos::get);
  }

  @AfterEach
  void close() {
    queue.close();
    exchange.close();
  }

  private String id() {
    return exchange.directory().id();
  }

  @Test
  void manyThreadsGetTheirHistoryInOneTurnAndNoneTwice() throws Exception {
    for (int i = 0; i < 40; i++) {
      TakenDelivery _ = delivered("thread-" + i);
    }

    assertFalse(projection.turn(), "nothing is left");
    assertFalse(projection.turn());

    for (int i = 0; i < 40; i++) {
      assertEquals(1, told("thread-" + i), "thread-" + i);
    }
    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
  }

  @Test
  void aThreadThatHasItsHistoryIsNotKeptInMemory() throws Exception {
    TakenDelivery _ = delivered("thread");
    ThreadReadResult _ = recent.load(new Ref("thread"));
    assertFalse(projection.turn());

    assertEquals(1, told("thread"));
    assertEquals(Optional.empty(), recent.size(new Ref("thread")));
  }

  /** As the plan's createThread writes it; the plan's example has the acknowledgement. */
  @Test
  @Conforms({119, 304})
  void aThreadWithoutAnAcknowledgementGetsOneWithItsHistoryOnce() throws Exception {
    TakenDelivery _ = delivered("thread");
    assertFalse(projection.turn());
    assertFalse(projection.turn());

    MessThread thread = exchange.loader().load(new Ref("thread")).complete().orElseThrow().thread();
    List<ThreadMessage> ours =
        thread.messages().stream().filter(each -> "exchange".equals(each.from())).toList();
    assertEquals(1, ours.size(), ours::toString);
    assertEquals(List.of(new Payload.Ack(List.of("last"), "thread")), ours.getFirst().payloads());
  }

  @Test
  void whileManyDeliveriesAreUnderWayHistoryWaits() throws Exception {
    TakenDelivery _ = delivered("thread");
    busy.set(true);
    nanos.addAndGet(1);

    assertFalse(projection.turn());
    assertEquals(0, told("thread"));

    busy.set(false);
    assertFalse(projection.turn());
    assertEquals(1, told("thread"));
  }

  @Test
  void underLoadThatLastsWhatIsOverdueIsAllWrittenAndThenPutOffAgain() throws Exception {
    for (int i = 0; i < 300; i++) {
      TakenDelivery _ = delivered("thread-" + i);
    }
    busy.set(true);
    nanos.addAndGet(HistoryProjection.LONGEST_WAIT.toNanos());

    assertTrue(projection.turn(), "a page, and at once the next");
    assertFalse(projection.turn());
    assertTrue(queue.pendingHistory(id(), 1000).isEmpty());

    TakenDelivery _ = delivered("thread-later");
    assertFalse(projection.turn());
    assertEquals(0, told("thread-later"));
  }

  @Test
  void historyIsPutOffForTenSecondsAtMost() throws Exception {
    TakenDelivery _ = delivered("thread");
    busy.set(true);
    nanos.addAndGet(HistoryProjection.LONGEST_WAIT.toNanos() - 1);
    assertFalse(projection.turn());
    assertEquals(0, told("thread"));

    nanos.addAndGet(1);
    assertFalse(projection.turn());

    assertEquals(1, told("thread"));
  }

  @Test
  void aThreadThatCannotBeWrittenStaysUnrecordedUntilItCan() throws Exception {
    TakenDelivery _ = delivered("thread");
    Path file = file("thread");
    String whole = Files.readString(file);
    Files.writeString(file, "ref: [broken");

    assertFalse(projection.turn(), "not tried again at once");
    assertEquals(1, queue.pendingHistory(id(), 100).size());

    Files.writeString(file, whole);
    assertFalse(projection.turn(), "it rests for a while");
    assertEquals(0, told("thread"));

    ahead.set(Duration.ofSeconds(31));
    assertFalse(projection.turn());
    assertEquals(1, told("thread"));
    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
  }

  @Test
  void atTheStopAThreadThatRestsIsTriedOnceMore() throws Exception {
    TakenDelivery _ = delivered("thread");
    Path file = file("thread");
    String whole = Files.readString(file);
    Files.writeString(file, "ref: [broken");
    assertFalse(projection.turn());
    Files.writeString(file, whole);

    projection.waitNoLonger();
    assertFalse(projection.turn());
    assertEquals(1, told("thread"));
  }

  @Test
  void aThreadThatIsGoneIsNotAskedForUntilItIsLookedAtAgain() throws Exception {
    TakenDelivery _ = delivered("thread");
    Path away = home.resolve("away");
    Files.move(file("thread"), away);

    assertFalse(projection.turn());
    assertTrue(queue.pendingHistory(id(), 100).isEmpty(), "it costs nothing while it is away");

    Files.move(away, file("thread"));
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertEquals(List.of(new Ref("thread")), changed.take(1, Duration.ZERO), "a look follows");
    wanted("thread");
    assertFalse(projection.turn());
    assertEquals(1, told("thread"));
    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
  }

  @Test
  void anExchangeThatIsAwayIsSaidOnceAndItsHistoryFollowsWhenItIsBack() throws Exception {
    for (int i = 0; i < 5; i++) {
      TakenDelivery _ = delivered("thread-" + i);
    }
    Path unmounted = Files.createDirectory(home.resolve("unmounted"));
    moveFolders(home, unmounted);
    try (Logged log = new Logged(HistoryBackoff.class)) {
      assertFalse(projection.turn());
      assertFalse(projection.turn());
      assertEquals(1, log.lines().size(), () -> String.join("\n", log.lines()));
      assertTrue(log.lines().getFirst().contains("is not there: mount it"), log.lines()::getFirst);
    }
    assertEquals(5, queue.pendingHistory(id(), 100).size());

    moveFolders(unmounted, home);
    assertFalse(projection.turn());

    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
  }

  private static void moveFolders(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(from, "state=*")) {
      for (Path folder : folders) {
        Files.move(folder, to.resolve(folder.getFileName()));
      }
    }
  }

  @Test
  void whatIsSettledHereIsWrittenAfterASecondAndTheStoreIsNotAskedForIt() throws Exception {
    assertFalse(projection.turn(), "the look of a start");
    TakenDelivery delivery = delivered("thread");
    heard(delivery);
    assertFalse(projection.turn());
    assertEquals(0, told("thread"));

    nanos.addAndGet(HistoryProjection.GATHERING.toNanos());
    assertFalse(projection.turn());

    assertEquals(1, told("thread"));
    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
  }

  @Test
  void whatNobodyHeardOfHereIsFoundInTheStoreSecondsLater() throws Exception {
    assertFalse(projection.turn(), "the look of a start");
    TakenDelivery _ = delivered("thread");
    assertFalse(projection.turn());
    assertEquals(0, told("thread"));

    nanos.addAndGet(HistoryProjection.LOOK.toNanos());
    assertFalse(projection.turn());
    assertEquals(1, told("thread"));
  }

  @Test
  void aMessageThatIsWrittenFirstTakesHistoryAlong() throws Exception {
    assertFalse(projection.turn(), "the look of a start");
    heard(delivered("thread"));
    long inode = inode("thread");
    LoadedThread written =
        exchange
            .writer()
            .write(
                new Ref("thread"),
                thread ->
                    thread.messages().size() > 1
                        ? null
                        : new ThreadAddition(MESSAGE.getBytes(UTF_8), EnvelopeEdit.NOTHING));

    assertEquals(1, told("thread"));
    assertEquals(2, written.thread().messages().size());
    assertTrue(inode != inode("thread"));
    String text = Files.readString(file("thread"));

    nanos.addAndGet(HistoryProjection.GATHERING.toNanos());
    assertFalse(projection.turn());
    assertTrue(queue.pendingHistory(id(), 100).isEmpty());
    assertEquals(text, Files.readString(file("thread")), "written once");
  }

  @Test
  void amongGatewaysTheOneThatLooksAtAThreadWritesWhatOthersSettled() throws Exception {
    elsewhere.add("thread");
    heard(delivered("thread"));
    assertEquals(
        List.of(), unrecorded.take(9, Duration.ZERO), "it is not for the one that sent it");

    assertFalse(projection(true).turn());
    assertEquals(1, told("thread"), "who looks at it finds it in the store");
  }

  @Test
  void amongGatewaysWhatIsKeptWaitsForAnotherWriteAsElsewhere() throws Exception {
    HistoryProjection shared = projection(true);
    heard(delivered("thread"));
    assertFalse(shared.turn());
    assertEquals(0, told("thread"));

    nanos.addAndGet(HistoryProjection.GATHERING.toNanos());
    assertFalse(shared.turn());
    assertEquals(1, told("thread"));
  }

  @Test
  void amongGatewaysOneLookFindsMoreThanOneTurnWrites() throws Exception {
    HistoryProjection shared = projection(true);
    for (int i = 0; i < 300; i++) {
      TakenDelivery _ = delivered("thread-" + i);
    }
    assertTrue(shared.turn());
    TakenDelivery _ = delivered("thread-later");

    assertFalse(shared.turn());

    assertEquals(1, told("thread-299"));
    assertEquals(0, told("thread-later"), "no second look");
  }

  @Test
  void whatTheStoreKnowsJoinsWhatIsKeptOfItsThreadOnce() throws Exception {
    heard(delivered("young"));
    TakenDelivery here = delivered("thread");
    heard(here);
    PendingHistory stored = queue.pendingHistory(id(), 9).getLast();
    assertEquals(List.of(here.row()), stored.rows());
    long elsewhere = here.row() + 1;
    SettledDelivery same = stored.deliveries().getFirst();
    PendingHistory both =
        new PendingHistory(id(), "thread", List.of(same, same), List.of(here.row(), elsewhere));
    PendingHistory other = new PendingHistory(id(), "other", List.of(same), List.of(elsewhere + 1));

    unrecorded.add(List.of(both, other), Duration.ofSeconds(1));

    List<PendingHistory> old = unrecorded.take(9, Duration.ofSeconds(1));
    assertEquals(List.of("other"), old.stream().map(PendingHistory::ref).toList());
    List<PendingHistory> rest = unrecorded.take(9, Duration.ZERO);
    assertEquals(List.of("young", "thread"), rest.stream().map(PendingHistory::ref).toList());
    assertEquals(both.rows(), rest.getLast().rows());
    assertEquals(2, rest.getLast().deliveries().size());
  }

  @Test
  void whatIsFoundInTheStoreBeforeItIsReportedIsKeptOnce() throws Exception {
    TakenDelivery delivery = delivered("thread");
    unrecorded.add(queue.pendingHistory(id(), 9), Duration.ZERO);
    heard(delivery);

    nanos.addAndGet(HistoryProjection.GATHERING.toNanos());
    assertFalse(projection.turn());

    String text = Files.readString(file("thread"));
    assertEquals(2, text.split(delivery.id(), -1).length, text);
  }

  @Test
  void whatCannotBeKeptIsAskedFor() throws Exception {
    assertTrue(unrecorded.takeAsked(), "at the start");
    TakenDelivery delivery = delivered("thread");
    for (int i = 0; i < UnrecordedDeliveries.MOST; i++) {
      heard(of("thread-" + i, delivery));
    }
    assertFalse(unrecorded.takeAsked());
    heard(of("thread-more", delivery));
    assertTrue(unrecorded.takeAsked());
    assertFalse(unrecorded.takeAsked());
  }

  private TakenDelivery of(String ref, TakenDelivery like) {
    Identity was = like.identity();
    return new TakenDelivery(
        like.row(),
        like.id(),
        new Identity(id(), ref, was.executor(), was.channel(), was.address(), was.kind(), 0),
        like.lane(),
        like.priority(),
        like.created(),
        like.deadline(),
        like.attempt(),
        like.spent(),
        like.uncertainSince(),
        like.threadBytes(),
        like.only());
  }

  private static final String MESSAGE =
      """
      from: robot
      MESS:
        - status:
            code: claimed
      """;

  private void heard(TakenDelivery delivery) {
    unrecorded.attempted(
        new AttemptReport(
            delivery,
            new Settlement.Delivered(Receipt.of("status", "204"), null),
            Duration.ZERO,
            Duration.ZERO,
            false,
            true));
  }

  private long inode(String ref) throws IOException {
    return (long) Files.getAttribute(file(ref), "unix:ino");
  }

  private TakenDelivery delivered(String ref) throws IOException {
    Files.writeString(file(ref), TEXT.replace("REF", ref));
    wanted(ref);
    var lane = queue.lease(1).getFirst();
    TakenDelivery delivery = queue.take(lane, 1).getFirst();
    assertTrue(
        queue.settle(
            delivery,
            clock.instant(),
            new Settlement.Delivered(Receipt.of("status", "204"), null),
            new BreakerUpdate.Healthy()));
    queue.release(lane);
    return delivery;
  }

  private void wanted(String ref) {
    Identity identity =
        new Identity(id(), ref, "robot", "webhook", "http://robot/", NotificationKind.REQUEST, 0);
    queue.reconcile(
        new ThreadRow(id(), ref, "x", 1, 1, Instant.EPOCH, "pending", 0, null, null),
        Set.of(),
        List.of(
            new DesiredDelivery(
                identity, List.of("robot"), false, Priority.NORMAL, clock.instant(), null)),
        Set.of());
  }

  private Path file(String ref) {
    return home.resolve("state=received").resolve(ref + ".messe-af.yaml");
  }

  private int told(String ref) throws IOException {
    return Files.readString(file(ref)).split("action: dispatched", -1).length - 1;
  }
}
