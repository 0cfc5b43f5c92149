package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.LOS_ANGELES;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.Repetitions;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.DependencyStates.DependencyState;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Step;

/**
 * The promise that timers stand on: between an instant and the next look that was named for it the
 * whole answer is the same, sentence by sentence. Random houses and threads, fixed seeds.
 */
class NextLookTest {

  private static final List<String> CRONS =
      List.of("0 8-22 * * *", "*/15 9-16 * * 1-5", "0 22-23,0-4 * * *", "30 11 * * *", "0 * * * *");
  private static final List<String> IDS = List.of("ana", "bob", "cy", "rumba");
  private static final List<String> CHANNELS = List.of("slack", "sms", "webhook", "pager");

  @Test
  void theAnswerStaysTheSameUntilTheNextLook() {
    follow(0, 100);
  }

  @Tag("proof")
  @Test
  void theAnswersOfManyMoreStayTheSame() {
    follow(100, 100 + Repetitions.of(900));
  }

  private static void follow(int first, int last) {
    int changes = 0;
    for (int seed = first; seed < last; seed++) {
      changes += followed(seed);
    }
    int followed = changes;
    assertTrue(followed > (last - first) / 2, () -> "hardly anything changed: " + followed);
  }

  /** Follows one thread from look to look; returns how often its answer changed. */
  private static int followed(int seed) {
    Random random = new Random(seed);
    Scene scene = scene(random);
    MessThread thread = thread(random);
    Instant now = CREATED.plusSeconds(random.nextInt(-7_200, 7_200));
    int changes = 0;
    for (int look = 0; look < 12; look++) {
      Route route = scene.route(thread, now);
      assertEquals(route, scene.route(thread, now), "twice, seed " + seed);
      Instant until = route.nextLook().orElse(now.plus(Duration.ofDays(9)));
      assertTrue(until.isAfter(now), "seed " + seed);
      for (Instant between : between(random, now, until)) {
        assertEquals(route, scene.route(thread, between), () -> "seed " + seed + " at " + between);
      }
      if (route.nextLook().isEmpty()) {
        return changes;
      }
      changes += scene.route(thread, until).equals(route) ? 0 : 1;
      now = until;
    }
    return changes;
  }

  private static List<Instant> between(Random random, Instant from, Instant until) {
    long span = Duration.between(from, until).toMillis();
    List<Instant> instants = new ArrayList<>(List.of(until.minusMillis(1)));
    for (int i = 0; i < 6; i++) {
      instants.add(from.plusMillis(random.nextLong(span)));
    }
    return instants;
  }

  private static Scene scene(Random random) {
    Scene scene =
        Scene.of(IDS.stream().map(id -> executor(random, id)).toArray(ExecutorBuilder[]::new));
    if (random.nextBoolean()) {
      scene.rule(new Match("a", null, null), choice(random), steps(random));
    }
    if (random.nextBoolean()) {
      scene.fallback(choice(random), steps(random));
    }
    IntStream.range(0, random.nextInt(5)).forEach(_ -> tell(random, scene));
    return scene.knows((_, id) -> standing(id));
  }

  private static DependencyState standing(String id) {
    return switch (id) {
      case "done" -> new DependencyState.Succeeded("r-1", CREATED.plusSeconds(1_800));
      case "failed" -> new DependencyState.EndedWithoutSuccess("r-2", ThreadStatus.FAILED);
      case "open" -> new DependencyState.Unfinished("r-3", null, List.of());
      default -> new DependencyState.NotFound();
    };
  }

  private static ExecutorBuilder executor(Random random, String id) {
    ExecutorBuilder executor = ExecutorBuilder.executor(id).can(random.nextInt(4) > 0 ? "a" : "b");
    for (String channel : CHANNELS) {
      if (random.nextInt(3) > 0) {
        executor.at(channel, random.nextInt(3) > 0 ? channel + "-" + id : channel + "-shared");
      }
    }
    if (random.nextInt(3) > 0) {
      executor.inOrder(Duration.ofMinutes(random.nextInt(1, 30)));
    }
    switch (random.nextInt(4)) {
      case 0, 1 -> executor.hours(any(random, CRONS), random.nextBoolean() ? BERLIN : LOS_ANGELES);
      case 2 -> executor.onDemand();
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      executor.quiet("22:00", "07:30", BERLIN);
    }
    return executor;
  }

  private static Choice choice(Random random) {
    return random.nextInt(4) == 0
        ? new Choice.Everyone()
        : Scene.named(any(random, IDS), any(random, IDS));
  }

  private static Step[] steps(Random random) {
    return IntStream.range(0, random.nextInt(3))
        .mapToObj(_ -> new Step(choice(random), Duration.ofMinutes(random.nextInt(600))))
        .toArray(Step[]::new);
  }

  private static void tell(Random random, Scene scene) {
    String id = any(random, IDS);
    String channel = any(random, CHANNELS);
    DeliveryState state = any(random, List.of(DeliveryState.values()));
    scene.told(
        id,
        channel,
        channel + "-" + (random.nextBoolean() ? id : "shared"),
        random.nextInt(5) / 4,
        state,
        state.settled() ? CREATED.plusSeconds(random.nextInt(3_600)) : null,
        !state.settled() && random.nextBoolean());
  }

  private static MessThread thread(Random random) {
    ThreadBuilder thread =
        ThreadBuilder.thread()
            .ref("t-" + random.nextInt(3))
            .requestor(random.nextInt(6) == 0 ? "bob" : "agent");
    if (random.nextBoolean()) {
      thread.requires("a");
    }
    if (random.nextInt(3) == 0) {
      thread.notBefore(CREATED.plusSeconds(random.nextInt(-3_600, 90_000)));
    }
    if (random.nextInt(2) == 0) {
      thread.neededBy(random.nextInt(10, 3_000) + "m");
    }
    if (random.nextInt(5) == 0) {
      thread.dependsOn(any(random, List.of("done", "failed", "open", "unknown")));
    }
    if (random.nextInt(6) == 0) {
      thread.executor(any(random, IDS));
    }
    if (random.nextInt(6) == 0) {
      thread.priority(Priority.URGENT);
    }
    if (random.nextInt(6) == 0) {
      thread.history("claimed", "2026-11-20T10:10:00Z").history("pending", "2026-11-20T10:40:00Z");
    }
    if (random.nextInt(12) == 0) {
      thread.status(any(random, List.of(ThreadStatus.values())));
    }
    if (random.nextInt(12) == 0) {
      thread.created(null);
    }
    return thread.build();
  }

  private static <T> T any(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
