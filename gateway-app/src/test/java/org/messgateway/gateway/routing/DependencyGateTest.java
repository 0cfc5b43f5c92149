package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.routing.ThreadBuilder.CREATED;
import static org.messgateway.gateway.routing.ThreadBuilder.thread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.routing.Dependencies.Standing;

class DependencyGateTest {

  private static final MessThread WAITING =
      thread().ref("t-2").clientId("b").dependsOn("a").build();

  private static DependencyGate.Answer ask(
      MessThread thread, Instant now, ThreadBuilder... others) {
    List<MessThread> known = new ArrayList<>(List.of(thread));
    for (ThreadBuilder other : others) {
      known.add(other.build());
    }
    return DependencyGate.ask(thread, KnownThreads.of(known), now);
  }

  private static ThreadBuilder first(ThreadStatus status) {
    return thread().ref("t-1").clientId("a").status(status);
  }

  private static String sentence(DependencyGate.Answer answer) {
    return answer.holds().getFirst().sentence();
  }

  private static Hold.Kind kind(DependencyGate.Answer answer) {
    return answer.holds().getFirst().kind();
  }

  @Test
  void anOpenDependencyHoldsUntilItEnds() {
    DependencyGate.Answer answer = ask(WAITING, CREATED, first(ThreadStatus.IN_PROGRESS));
    assertEquals(Hold.Kind.DEPENDS_ON, kind(answer));
    assertEquals("it waits for a (t-1) to finish", sentence(answer));
    assertEquals(Optional.empty(), answer.nextLook());
  }

  @Test
  void aDependencyThatEndedWellLetsGo() {
    for (ThreadStatus status : List.of(ThreadStatus.COMPLETED, ThreadStatus.PARTIAL)) {
      DependencyGate.Answer answer =
          ask(WAITING, CREATED, first(status).history(status.code(), "2026-11-20T11:00:00Z"));
      assertEquals(List.of(), answer.holds());
      assertEquals(Optional.of(Instant.parse("2026-11-20T11:00:00Z")), answer.releasedAt());
    }
  }

  @Test
  void everyDependencyMustHaveEnded() {
    MessThread both = thread().ref("t-3").dependsOn("a", "t-2").build();
    DependencyGate.Answer answer =
        ask(both, CREATED, first(ThreadStatus.COMPLETED), thread().ref("t-2"));
    assertEquals(
        List.of("it waits for t-2 to finish"),
        answer.holds().stream().map(Hold::sentence).toList());
  }

  @Test
  void aDependencyThatEndedWithoutSuccessIsTrouble() {
    DependencyGate.Answer answer = ask(WAITING, CREATED, first(ThreadStatus.DECLINED));
    assertEquals(Hold.Kind.DEPENDENCY_FAILED, kind(answer));
    assertEquals(
        "it waits for a (t-1), which ended as declined; send the request again without it, or"
            + " cancel it",
        sentence(answer));
  }

  @Test
  void anUnknownDependencyIsWaitedForAnHourFromTheCreation() {
    DependencyGate.Answer early = ask(WAITING, CREATED.plusSeconds(3599));
    assertEquals(Hold.Kind.DEPENDS_ON, kind(early));
    assertEquals(Optional.of(CREATED.plusSeconds(3600)), early.nextLook());
    DependencyGate.Answer late = ask(WAITING, CREATED.plusSeconds(3600));
    assertEquals(Hold.Kind.DEPENDENCY_UNKNOWN, kind(late));
    assertEquals(
        "it waits for a, which is neither a request of agent nor a thread of this exchange",
        sentence(late));
    assertEquals(Optional.empty(), late.nextLook());
  }

  @Test
  void aDependencyThatComesLateIsKnownAllTheSame() {
    assertEquals(
        List.of(), ask(WAITING, CREATED.plusSeconds(7200), first(ThreadStatus.COMPLETED)).holds());
  }

  @Test
  void aThreadThatWaitsForItselfIsACircle() {
    MessThread own = thread().ref("t-1").clientId("a").dependsOn("a").build();
    DependencyGate.Answer answer = ask(own, CREATED);
    assertEquals(Hold.Kind.CYCLE, kind(answer));
    assertEquals("it waits for itself (t-1 > t-1); cancel one of them", sentence(answer));
  }

  @Test
  void aCircleIsSeenByEachThatIsInIt() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b = thread().ref("t-2").clientId("b").dependsOn("c");
    ThreadBuilder c = thread().ref("t-3").clientId("c").dependsOn("x", "a");
    assertEquals(
        "it waits for itself (t-1 > t-2 > t-3 > t-1); cancel one of them",
        sentence(ask(a.build(), CREATED, b, c)));
    assertEquals(
        "it waits for itself (t-2 > t-3 > t-1 > t-2); cancel one of them",
        sentence(ask(b.build(), CREATED, a, c)));
  }

  @Test
  void whoWaitsForACircleIsNotInIt() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b = thread().ref("t-2").clientId("b").dependsOn("a");
    MessThread outside = thread().ref("t-4").dependsOn("a").build();
    assertEquals(Hold.Kind.DEPENDS_ON, kind(ask(outside, CREATED, a, b)));
  }

  @Test
  void aCircleThatSomebodyEndedIsNoCircle() {
    ThreadBuilder a = thread().ref("t-1").clientId("a").dependsOn("b");
    ThreadBuilder b =
        thread().ref("t-2").clientId("b").dependsOn("a").status(ThreadStatus.COMPLETED);
    assertEquals(List.of(), ask(a.build(), CREATED, b).holds());
  }

  @Test
  void aLongChainIsFollowedWithoutFalling() {
    ThreadBuilder[] chain = new ThreadBuilder[3_000];
    for (int i = 0; i < chain.length; i++) {
      chain[i] = thread().ref("r-" + i).dependsOn("r-" + (i + 1));
    }
    MessThread head = thread().ref("head").dependsOn("r-0").build();
    assertEquals(Hold.Kind.DEPENDS_ON, kind(ask(head, CREATED, chain)));
  }

  @Test
  void clientIdsAreOnesOwn() {
    KnownThreads known =
        KnownThreads.of(
            List.of(
                thread().ref("t-1").requestor("ana").clientId("a").build(),
                thread().ref("t-2").requestor("bob").clientId("a").build(),
                thread().ref("a").requestor("cy").build()));
    assertEquals("t-1", ref(known.find("ana", "a")));
    assertEquals("t-2", ref(known.find("bob", "a")));
    assertEquals("a", ref(known.find("di", "a")));
    assertEquals("a", ref(known.find(null, "a")));
    assertEquals(new Standing.Unknown(), known.find("ana", "b"));
  }

  @Test
  void ofTwoThreadsWithOneClientIdTheLaterIsMeant() {
    KnownThreads known =
        KnownThreads.of(
            List.of(
                thread().ref("2026-11-20-002").clientId("a").build(),
                thread().ref("2026-11-20-001").clientId("a").build()));
    assertEquals("2026-11-20-002", ref(known.find("agent", "a")));
  }

  private static String ref(Standing standing) {
    return ((Standing.Open) standing).ref();
  }
}
