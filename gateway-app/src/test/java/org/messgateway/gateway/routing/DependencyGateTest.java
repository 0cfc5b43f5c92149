package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.routing.DependencyStates.DependencyState;
import org.messgateway.testkit.Conforms;

class DependencyGateTest {

  private static final MessThread WAITING =
      thread().ref("t-2").clientId("b").dependsOn("a").build();

  private static DependencyGate gate(MessThread thread, Instant now, ThreadBuilder... others) {
    List<MessThread> known = new ArrayList<>(List.of(thread));
    for (ThreadBuilder other : others) {
      known.add(other.build());
    }
    return DependencyGate.of(thread, DependenciesAmong.of(known), now);
  }

  private static ThreadBuilder first(ThreadStatus status) {
    return thread().ref("t-1").clientId("a").status(status);
  }

  private static String sentence(DependencyGate gate) {
    return gate.holds().getFirst().sentence();
  }

  private static Hold.Kind kind(DependencyGate gate) {
    return gate.holds().getFirst().kind();
  }

  @Test
  @Conforms({44, 52})
  void anOpenDependencyHoldsUntilItEnds() {
    DependencyGate gate = gate(WAITING, CREATED, first(ThreadStatus.IN_PROGRESS));
    assertEquals(Hold.Kind.DEPENDS_ON, kind(gate));
    assertEquals("it waits for a (t-1) to finish", sentence(gate));
    assertEquals(Optional.empty(), gate.nextLook());
  }

  @Test
  @Conforms(52)
  void aDependencyThatEndedWellLetsGo() {
    for (ThreadStatus status : List.of(ThreadStatus.COMPLETED, ThreadStatus.PARTIAL)) {
      DependencyGate gate =
          gate(WAITING, CREATED, first(status).history(status.code(), "2026-11-20T11:00:00Z"));
      assertEquals(List.of(), gate.holds());
      assertEquals(Optional.of(Instant.parse("2026-11-20T11:00:00Z")), gate.releasedAt());
    }
  }

  @Test
  void everyDependencyMustHaveEnded() {
    MessThread both = thread().ref("t-3").dependsOn("a", "t-2").build();
    DependencyGate gate = gate(both, CREATED, first(ThreadStatus.COMPLETED), thread().ref("t-2"));
    assertEquals(
        List.of("it waits for t-2 to finish"), gate.holds().stream().map(Hold::sentence).toList());
  }

  @Test
  void aDependencyThatEndedWithoutSuccessIsTrouble() {
    DependencyGate gate = gate(WAITING, CREATED, first(ThreadStatus.DECLINED));
    assertEquals(Hold.Kind.DEPENDENCY_FAILED, kind(gate));
    assertEquals(
        "it waits for a (t-1), which ended as declined; send the request again without it, or"
            + " cancel it",
        sentence(gate));
  }

  @Test
  void anUnknownDependencyIsWaitedForAnHourFromTheCreation() {
    DependencyGate early = gate(WAITING, CREATED.plusSeconds(3599));
    assertEquals(Hold.Kind.DEPENDS_ON, kind(early));
    assertEquals(Optional.of(CREATED.plusSeconds(3600)), early.nextLook());
    DependencyGate late = gate(WAITING, CREATED.plusSeconds(3600));
    assertEquals(Hold.Kind.DEPENDENCY_UNKNOWN, kind(late));
    assertEquals(
        "it waits for a, which is neither a request of agent nor a thread of this exchange",
        sentence(late));
    assertEquals(Optional.empty(), late.nextLook());
  }

  @Test
  void aDependencyThatComesLateIsKnownAllTheSame() {
    assertEquals(
        List.of(), gate(WAITING, CREATED.plusSeconds(7200), first(ThreadStatus.COMPLETED)).holds());
  }

  @Test
  void aThreadThatWaitsForItselfIsACircle() {
    MessThread own = thread().ref("t-1").clientId("a").dependsOn("a").build();
    DependencyGate gate = gate(own, CREATED);
    assertEquals(Hold.Kind.CYCLE, kind(gate));
    assertEquals("it waits for itself (t-1 > t-1); cancel one of them", sentence(gate));
  }

  @Test
  void aCircleIsSeenByEachThatIsInIt() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b = thread().ref("t-2").clientId("b").dependsOn("c");
    ThreadBuilder c = thread().ref("t-3").clientId("c").dependsOn("x", "a");
    assertEquals(
        "it waits for itself (t-1 > t-2 > t-3 > t-1); cancel one of them",
        sentence(gate(a.build(), CREATED, b, c)));
    assertEquals(
        "it waits for itself (t-2 > t-3 > t-1 > t-2); cancel one of them",
        sentence(gate(b.build(), CREATED, a, c)));
  }

  @Test
  void whoWaitsForACircleIsNotInIt() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b = thread().ref("t-2").clientId("b").dependsOn("a");
    MessThread outside = thread().ref("t-4").dependsOn("a").build();
    assertEquals(Hold.Kind.DEPENDS_ON, kind(gate(outside, CREATED, a, b)));
  }

  @Test
  void aCircleThatSomebodyEndedIsNoCircle() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b =
        thread().ref("t-2").clientId("b").dependsOn("a").status(ThreadStatus.COMPLETED);
    assertEquals(List.of(), gate(a.build(), CREATED, b).holds());
  }

  @Test
  void aLongChainIsFollowedWithoutFalling() {
    ThreadBuilder[] chain = new ThreadBuilder[3_000];
    for (int i = 0; i < chain.length; i++) {
      chain[i] = thread().ref("r-" + i).dependsOn("r-" + (i + 1));
    }
    MessThread head = thread().ref("head").dependsOn("r-0").build();
    assertEquals(Hold.Kind.DEPENDS_ON, kind(gate(head, CREATED, chain)));
  }

  @Test
  @Conforms(44)
  void clientIdsAreOnesOwn() {
    DependenciesAmong known =
        DependenciesAmong.of(
            List.of(
                thread().ref("t-1").requestor("ana").clientId("a").build(),
                thread().ref("t-2").requestor("bob").clientId("a").build(),
                thread().ref("a").requestor("cy").build()));
    assertEquals("t-1", ref(known.find("ana", "a")));
    assertEquals("t-2", ref(known.find("bob", "a")));
    assertEquals("a", ref(known.find("di", "a")));
    assertEquals("a", ref(known.find(null, "a")));
    assertEquals(new DependencyState.NotFound(), known.find("ana", "b"));
  }

  @Test
  void ofTwoThreadsWithOneClientIdTheLaterIsMeant() {
    DependenciesAmong known =
        DependenciesAmong.of(
            List.of(
                thread().ref("2026-11-20-002").clientId("a").build(),
                thread().ref("2026-11-20-001").clientId("a").build()));
    assertEquals("2026-11-20-002", ref(known.find("agent", "a")));
  }

  private static String ref(DependencyState standing) {
    return ((DependencyState.Unfinished) standing).ref();
  }

  /**
   * Dependencies looked up among threads that were read: by client id of the same requestor, else
   * by ref. Immutable.
   *
   * <p>Where one requestor used a client id twice, the later thread (by ref, which starts with its
   * date) is meant.
   */
  private static final class DependenciesAmong implements DependencyStates {

    private final Map<ClientId, DependencyState> byClientId = new HashMap<>();
    private final Map<String, DependencyState> byRef = new HashMap<>();

    private DependenciesAmong() {}

    static DependenciesAmong of(Iterable<MessThread> threads) {
      Map<ClientId, String> latest = new HashMap<>();
      DependenciesAmong known = new DependenciesAmong();
      for (MessThread thread : threads) {
        known.byRef.put(thread.ref(), standing(thread));
        for (String id : clientIds(thread)) {
          latest.merge(
              new ClientId(thread.requestor().orElse(null), id),
              thread.ref(),
              (one, other) -> one.compareTo(other) > 0 ? one : other);
        }
      }
      latest.forEach(
          (id, ref) -> known.byClientId.put(id, Objects.requireNonNull(known.byRef.get(ref))));
      return known;
    }

    /** Client ids of one thread: the request's and the envelope's copy of it. */
    static List<String> clientIds(MessThread thread) {
      return Stream.concat(
              thread.request().stream().flatMap(request -> Stream.ofNullable(request.id())),
              Stream.ofNullable(thread.envelope().clientId()))
          .distinct()
          .toList();
    }

    /** How one thread stands for those that wait for it. */
    static DependencyState standing(MessThread thread) {
      ThreadStatus status = thread.envelope().status();
      if (status.succeeded()) {
        return new DependencyState.Succeeded(thread.ref(), endedAt(thread));
      }
      return status.ended()
          ? new DependencyState.EndedWithoutSuccess(thread.ref(), status)
          : new DependencyState.Unfinished(
              thread.ref(), thread.requestor().orElse(null), DependencyGate.dependsOn(thread));
    }

    @Override
    public DependencyState find(@Nullable String requestor, String id) {
      DependencyState own = byClientId.get(new ClientId(requestor, id));
      return own != null ? own : byRef.getOrDefault(id, new DependencyState.NotFound());
    }

    private static @Nullable Instant endedAt(MessThread thread) {
      return thread.envelope().history().reversed().stream()
          .filter(
              entry -> ThreadStatus.of(entry.action()).filter(ThreadStatus::succeeded).isPresent())
          .map(HistoryEntry::at)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(thread.envelope().updated());
    }

    private record ClientId(@Nullable String requestor, String id) {}
  }
}
