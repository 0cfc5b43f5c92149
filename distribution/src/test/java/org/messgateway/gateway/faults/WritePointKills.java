package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;

/**
 * SIGKILL right before and right behind each write, in a new house each time.
 *
 * <p>A first run without a kill says which points there are. Then each is a run that is killed
 * there and started again. A point that only shows up after a restart gets a run of its own that is
 * killed twice, and so on, until no run shows a point that none was killed at. Each place counts as
 * often as {@link #times} says: the first commit of a start is another than the second.
 */
final class WritePointKills implements Fault {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int KILLED = 128 + 9;
  private static final int DEEPEST = 2;

  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Set<String> hit = ConcurrentHashMap.newKeySet();

  @Override
  public String name() {
    return "killed at every write point";
  }

  /** Points at which the process is to be killed, one in each of its lives. */
  private record Stops(List<String> points) {

    Stops then(int lives, String point) {
      List<String> more = new ArrayList<>(points.subList(0, lives));
      more.add(point);
      return new Stops(more);
    }
  }

  /** What a run counted, and what it found that is new. */
  private record Found(Row row, List<Stops> further) {}

  @Override
  public Row run(Plan plan) throws Exception {
    long start = System.nanoTime();
    Found survey = live(plan, new Stops(List.of()));
    List<Stops> next = survey.further();
    Row sum = survey.row();
    while (!next.isEmpty()) {
      List<Stops> further = new ArrayList<>();
      // The last first: whoever cannot wait has seen those of deliveries and answers.
      for (Found found : all(plan, plan.quick() ? some(plan, next) : next.reversed())) {
        sum = sum.plus(found.row());
        further.addAll(found.further());
      }
      next = plan.quick() ? List.of() : further;
    }
    return sum.remark(remark(), (System.nanoTime() - start) / 1e9);
  }

  private List<Stops> some(Plan plan, List<Stops> all) {
    List<Stops> drawn = new ArrayList<>(all);
    Collections.shuffle(drawn, new Random(plan.seed()));
    return drawn.subList(0, Math.min(2, drawn.size()));
  }

  private List<Found> all(Plan plan, List<Stops> runs) throws Exception {
    List<Found> found = new ArrayList<>();
    try (ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<Found>> futures =
          runs.stream().map(stops -> workers.submit(() -> live(plan, stops))).toList();
      for (Future<Found> future : futures) {
        found.add(future.get());
      }
    }
    return found;
  }

  private Found live(Plan plan, Stops stops) throws Exception {
    try (Scene scene = Scene.of(plan, name())) {
      List<Stops> further = new ArrayList<>();
      scene.write(2);
      int life = 0;
      for (String point : stops.points()) {
        lived(plan, scene, life, point);
        further.addAll(discovered(scene, stops, life));
        life++;
      }
      Path trace = trace(scene, life);
      scene.ready(options(plan, trace, ""));
      Row row = scene.finish(SOON);
      further.addAll(discovered(scene, stops, life));
      return new Found(row, further);
    }
  }

  /** One life of the process, until it is killed at that point or has done all there is. */
  private void lived(Plan plan, Scene scene, int life, String point) throws Exception {
    GatewayProcess process = scene.start(options(plan, trace(scene, life), point));
    Eventually.within(
        SOON,
        () -> "it is killed or ready:\n" + process.log(),
        () -> !process.isAlive() || process.log().contains("Ready: "));
    if (process.isAlive()) {
      scene.answering().at(process.port());
      Eventually.within(
          SOON,
          () -> "it is killed or done: " + scene.counts().missing(),
          () -> !process.isAlive() || scene.counts().complete());
      process.askToStop();
    }
    if (process.awaitEnd() == KILLED) {
      hit.add(point);
      scene.stopped();
    }
  }

  private static Path trace(Scene scene, int life) {
    return scene.folder().resolve("trace-" + life);
  }

  private static String[] options(Plan plan, Path trace, String stop) {
    return new String[] {
      "-javaagent:" + plan.agent(),
      "-Dmess.fault.trace=" + trace,
      "-Dmess.fault.stop=" + stop,
      "-Dmess.system-calls.at-once=true"
    };
  }

  private List<Stops> discovered(Scene scene, Stops stops, int life) throws IOException {
    Path trace = trace(scene, life);
    if (life >= DEEPEST || !Files.exists(trace)) {
      return List.of();
    }
    return Files.readAllLines(trace).stream()
        .filter(point -> number(point) <= times(point))
        .filter(known::add)
        .map(point -> stops.then(life, point))
        .toList();
  }

  private static int number(String point) {
    return Integer.parseInt(point.substring(point.lastIndexOf('#') + 1));
  }

  /** All commits of the queue stand in one place; each of the first ones is of another step. */
  private static int times(String point) {
    return point.contains(":COMMIT@BatchWriter") ? 8 : 1;
  }

  private String remark() {
    Set<String> places = new TreeSet<>();
    known.forEach(point -> places.add(point.substring(0, point.lastIndexOf('#'))));
    Set<String> missed = new TreeSet<>(known);
    missed.removeAll(hit);
    return "%d points at %d places, killed at %d of them%s"
        .formatted(
            known.size(),
            places.size(),
            hit.size(),
            missed.isEmpty() || missed.size() > 12 ? "" : "; not reached again: " + missed);
  }
}
