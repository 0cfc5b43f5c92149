package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.ReconcileResult;
import org.messgateway.gateway.queue.ThreadRow;

class IntakeTest {

  @TempDir Path temp;
  FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(temp);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  /** The store, whose commits end when the test says so. */
  private final class Store implements AutoCloseable {

    final List<Runnable> commits = new ArrayList<>();
    @Nullable QueueException trouble;
    final DeliveryQueue queue =
        (DeliveryQueue)
            Proxy.newProxyInstance(
                DeliveryQueue.class.getClassLoader(),
                new Class<?>[] {DeliveryQueue.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("reconcileAll") && arguments.length == 2) {
                    hold(arguments[0], arguments[1]);
                    return null;
                  }
                  try {
                    return method.invoke(scene.queue, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });

    @SuppressWarnings("unchecked")
    private void hold(Object requests, Object completion) {
      var end = (Completion<List<ReconcileResult>>) completion;
      commits.add(() -> {
        if (trouble == null) {
          end.done(scene.queue.reconcileAll((List<ReconcileRequest>) requests));
        } else {
          end.failed(trouble);
        }
      });
    }

    void commit() {
      List<Runnable> all = List.copyOf(commits);
      commits.clear();
      all.forEach(Runnable::run);
    }

    @Override
    public void close() {
      commit();
    }
  }

  /** Written, and seen by the watcher. */
  private void arrive(Intake intake, String... refs) {
    Set<Ref> all = new LinkedHashSet<>();
    for (String ref : refs) {
      Ref each = new Ref(ref);
      ThreadLocation place =
          new ThreadLocation(StateFolder.written(ThreadFolder.RECEIVED), each, ThreadLayout.FLAT);
      scene
          .exchange
          .scanner()
          .find(place)
          .ifPresent(_ -> scene.exchange.seenFingerprints().appeared(place));
      all.add(each);
    }
    intake.arrived(all);
  }

  private void task(String ref) {
    scene.thread(ref, scene.task(ref, "pending", "requires: [take-photo]"));
  }

  /** What the workers would take up now. */
  private Set<String> passedOn() throws InterruptedException {
    return scene.woken();
  }

  @Test
  void aNewTaskIsStoredByTheThreadThatHearsOfIt() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      task("new");
      arrive(intake, "new");

      assertFalse(intake.turn(), "nothing more is to be done");
      assertEquals(1, store.commits.size());
      assertFalse(scene.changed.idle(), "until the commit it is in work");
      store.commit();

      assertEquals(1, scene.queue.deliveries(scene.id(), "new").size());
      assertTrue(scene.changed.idle());
      assertEquals(Set.of(), passedOn(), "the workers have nothing to do");
    }
  }

  @Test
  void aLargeFileIsTheWorkersBusiness() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      scene.thread(
          "large", scene.task("large", "pending", "notes: \"" + "x".repeat(70_000) + "\""));
      arrive(intake, "large");

      assertFalse(intake.turn());

      assertEquals(0, store.commits.size());
      assertEquals(Set.of("large"), passedOn());
    }
  }

  @Test
  void whatComesInABurstIsStoredInFewCommits() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      String[] refs = IntStream.range(0, 300).mapToObj(i -> "new-" + i).toArray(String[]::new);
      for (String ref : refs) {
        task(ref);
      }
      arrive(intake, refs);

      assertTrue(intake.turn());
      assertFalse(intake.turn());
      assertEquals(2, store.commits.size(), "256, and the rest, and nobody waited");
      store.commit();

      assertEquals(Set.of(), passedOn());
      for (String ref : refs) {
        assertEquals(1, scene.queue.deliveries(scene.id(), ref).size(), ref);
      }
    }
  }

  @Test
  void twoChangesOfOneThreadAreLookedAtOneAfterTheOther() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      task("new");
      arrive(intake, "new", "new");
      intake.turn();
      scene.thread("new", scene.task("new", "cancelled", "requires: [take-photo]"));
      arrive(intake, "new");

      assertFalse(intake.turn(), "the second look waits for the first one's commit");
      assertEquals(List.of(), scene.changed.take(1, Duration.ZERO));
      store.commit();

      assertEquals(List.of(new Ref("new")), scene.changed.take(1, Duration.ZERO));
      scene.look("new");
      assertEquals("cancelled", scene.row("new").status());
    }
  }

  @Test
  void aCommitThatFailsLeavesItsTasksToTheWorkers() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      task("one");
      task("two");
      arrive(intake, "one", "two");
      intake.turn();
      store.trouble = new QueueException(QueueException.StoreFailure.BUSY, "not now", null);
      store.commit();

      assertEquals(Set.of("one", "two"), passedOn());
      scene.lookTogether("one", "two");
      assertEquals(1, scene.queue.deliveries(scene.id(), "one").size());
      assertEquals(1, scene.queue.deliveries(scene.id(), "two").size());
    }
  }

  @Test
  void aStoreThatCannotBeAskedLeavesThemToTheWorkersToo() throws Exception {
    DeliveryQueue away =
        (DeliveryQueue)
            Proxy.newProxyInstance(
                DeliveryQueue.class.getClassLoader(),
                new Class<?>[] {DeliveryQueue.class},
                (_, _, _) -> {
                  throw new QueueException(QueueException.StoreFailure.BUSY, "away", null);
                });
    try (Intake intake = scene.intake(away)) {
      task("one");
      task("two");
      arrive(intake, "one", "two");

      assertFalse(intake.turn());

      assertEquals(Set.of("one", "two"), passedOn());
    }
  }

  @Test
  void aBadFileDelaysNoOther() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      task("good");
      task("later");
      scene.thread("bad", "ref: bad\n\tno: [yaml");
      arrive(intake, "good", "bad", "gone", "later");

      intake.turn();
      assertEquals(Set.of("bad", "gone"), passedOn());
      store.commit();

      assertEquals(1, scene.queue.deliveries(scene.id(), "good").size());
      assertEquals(1, scene.queue.deliveries(scene.id(), "later").size());
    }
  }

  @Test
  void whileAFileIsSlowTheWorkersTakeWhatCameWithIt() throws Exception {
    scene.changed.arrived(new LinkedHashSet<>(List.of(new Ref("slow"), new Ref("quick"))));
    scene.changed.arrived(Set.of(new Ref("after")));
    assertEquals(2, scene.changed.takeArrived(2).size());
    assertTrue(scene.changed.begin(new Ref("slow")));
    assertEquals(Set.of(), passedOn(), "a moment is nothing");

    scene.nanos.addAndGet(Duration.ofSeconds(1).toNanos());

    assertEquals(Set.of("after", "quick"), passedOn());
    assertFalse(scene.changed.begin(new Ref("quick")), "another had it");
  }

  @Test
  void noMoreBatchesAreStoredAtATimeThanTheStoreCanTake() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      for (int i = 0; i < 9; i++) {
        task("new-" + i);
        arrive(intake, "new-" + i);
        intake.turn();
      }
      assertEquals(8, store.commits.size());
      assertTrue(intake.turn(), "the ninth waits, and events are read meanwhile");
      store.commit();
      intake.turn();
      assertEquals(1, store.commits.size());
    }
  }

  @Test
  void whoStopsWaitsForWhatIsInFlight() throws Exception {
    Store store = new Store();
    Intake intake = scene.intake(store.queue);
    task("new");
    arrive(intake, "new");
    intake.turn();
    Thread closing = Thread.ofVirtual().start(intake::close);
    assertFalse(closing.join(Duration.ofMillis(20)));

    store.commit();

    assertTrue(closing.join(Duration.ofSeconds(5)));
    assertEquals(1, scene.queue.deliveries(scene.id(), "new").size());
  }

  @Test
  void aTaskThatOthersWaitForWakesThemOnceItIsStored() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      scene.thread("waits", scene.task("waits", "pending", "constraints:\n  depends_on: [first]"));
      scene.look("waits");
      assertEquals(Set.of(), passedOn());
      task("first");
      arrive(intake, "first");
      intake.turn();
      assertEquals(Set.of(), passedOn());

      store.commit();

      assertEquals(Set.of("waits"), passedOn());
    }
  }

  @Test
  void whoWaitsForAnotherTaskIsLookedAtAgainSoon() throws Exception {
    scene.thread(
        "waits", scene.task("waits", "pending", "constraints:\n  depends_on: [first]") + ACK);
    scene.look("waits");
    scene.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertEquals(Set.of("waits"), passedOn(), "the other may have been stored just then");
    scene.look("waits");
    scene.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertEquals(Set.of(), passedOn());
  }

  /** Each is written so that more is to be done than to store one request. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requires: [fly]",
        "constraints: {depends_on: [other]}",
        "constraints: {timing: {expires: 2000-01-01T00:00:00Z}}",
        "requires: [take-photo]\n---\nfrom: ana\nreceived: 2026-11-20T09:30:00Z\n"
            + "MESS:\n  - status: {code: claimed}",
        "requires: [take-photo]\n---\nfrom: shop\nMESS:\n  - request: {intent: another}",
        "requires: [take-photo]\n---\nfrom: shop\nMESS: []"
      })
  void whatIsNotPlainIsTheWorkersBusiness(String request) throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      scene.thread(
          "odd", scene.task("odd", "pending", "").stripTrailing() + "\n" + indented(request));
      arrive(intake, "odd");

      intake.turn();

      assertEquals(List.of(), store.commits);
      assertEquals(Set.of("odd"), passedOn());
    }
  }

  private static String indented(String request) {
    int documents = request.indexOf("\n---");
    return documents < 0
        ? request.indent(6)
        : request.substring(0, documents).indent(6) + request.substring(documents + 1) + "\n";
  }

  @Test
  void aThreadThatTheStoreKnowsIsTheWorkersBusiness() throws Exception {
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      task("known");
      scene.look("known");
      arrive(intake, "known");
      intake.turn();
      assertEquals(List.of(), store.commits);
      assertEquals(Set.of("known"), passedOn());
    }
  }

  /** Both ways give the same rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requires: [take-photo]",
        "id: mine\nrequires: [take-photo]\npriority: high",
        "requires: [take-photo]\nconstraints: {timing: {expires: 2100-01-01T00:00:00Z}}",
        "requires: [take-photo]\nconstraints: {timing: {not_before: 2100-01-01T00:00:00Z}}",
        "context: [one, two]"
      })
  void bothWaysStoreTheSame(String request) throws Exception {
    Map<String, Object> plainly;
    try (Store store = new Store();
        Intake intake = scene.intake(store.queue)) {
      scene.thread("task", scene.task("task", "pending", request) + ACK);
      arrive(intake, "task");
      intake.turn();
      assertEquals(1, store.commits.size());
      store.commit();
      plainly = stored(scene);
    }
    try (FlowScene other = new FlowScene(temp, "second")) {
      other.look("task");
      assertEquals(stored(other), plainly);
    }
  }

  private static final String ACK =
      "---\nfrom: exchange\nreceived: 2026-11-20T09:30:00Z\nMESS:\n  - ack: {re: last}\n";

  private static Map<String, Object> stored(FlowScene scene) {
    ThreadRow row = scene.row("task");
    Set<String> deliveries = new TreeSet<>();
    scene
        .queue
        .deliveries(scene.id(), "task")
        .forEach(each -> deliveries.add(each.id() + " " + each.state() + " " + each.due()));
    return Map.of("row", row, "deliveries", deliveries);
  }
}
