package org.messgateway.gateway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.gateway.flow.House;

/**
 * A program that takes no lock: it read the thread before an answer came, and writes what it read,
 * with a remark of its own, over the answer that was acknowledged meanwhile.
 */
final class OverwritingNeighbour implements Fault {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "a lock-less writer overwrites answers";
  }

  @Override
  public Row run(Plan plan) throws Exception {
    Path folder = Scene.folder(plan, name());
    House house = new House(Files.createDirectory(folder.resolve("home")));
    Set<String> spoiled = ConcurrentHashMap.newKeySet();
    Random random = plan.random(name());
    Answering.Neighbour neighbour =
        (ref, step) -> random.nextBoolean() ? over(house, ref, step, random, spoiled) : () -> {};
    try (Scene scene = Scene.of(plan, name(), folder, house, neighbour)) {
      scene.ready();
      scene.write(plan.few(9, 45));
      Row row = scene.finish(SOON);
      long remarks = spoiled.stream().filter(remark -> stands(house, remark)).count();
      Row told = row.remark("%d answers written over".formatted(spoiled.size()), row.seconds());
      return remarks == spoiled.size()
          ? told
          : told.plus(
              Row.failed(
                  name(), 0, (spoiled.size() - remarks) + " remarks of the neighbour are gone"));
    }
  }

  private static boolean stands(House house, String remark) {
    return house.threadText(remark.substring(remark.indexOf(' ') + 1)).contains(remark + ".");
  }

  private static Runnable over(
      House house, String ref, String step, Random random, Set<String> spoiled) {
    String before = house.threadText(ref);
    int pause = random.nextInt(600);
    return () -> {
      Optional<Path> file = document(house, ref);
      if (before.isEmpty() || file.isEmpty()) {
        return;
      }
      try {
        Thread.sleep(pause);
        String remark = "neighbour-after-" + step + " " + ref;
        Files.writeString(file.get(), before + remark(remark));
        spoiled.add(remark);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private static Optional<Path> document(House house, String ref) {
    return house.documents().stream()
        .filter(file -> file.getFileName().toString().contains(ref))
        .findFirst();
  }

  private static String remark(String text) {
    return """
    ---
    from: neighbour
    received: 2026-11-21T12:00:00Z
    channel: cli
    MESS:
      - response: { content: ["%s."] }
    """
        .formatted(text);
  }
}
