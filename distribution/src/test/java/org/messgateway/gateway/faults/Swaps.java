package org.messgateway.gateway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Door;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.Request;

/**
 * Somebody who may write in the exchange swaps folders of threads for links, while their files are
 * fetched and answers with files are given.
 */
final class Swaps {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String FILE = "link.key";
  private static final String CONTENT = "a picture";
  private static final String REF = "2026-11-21-swap";
  private static final String FETCHED = "200 " + CONTENT;

  /** In the document that was told: where the file is, with a token for it. */
  private static final Pattern LINK =
      Pattern.compile("https?://\\S+/files/" + FILE + "\\?[^\\s\"']+");

  private Swaps() {}

  static Row ofFolders(Plan plan, Scene scene) throws Exception {
    Path outside = Files.createDirectories(scene.folder().resolve("outside"));
    Files.writeString(outside.resolve(FILE), "A SECRET!");
    scene.ready();
    scene
        .house()
        .put(Request.of(REF).with("requires: [answers]", "context: [{file: {file: link.key}}]"));
    Path folder = scene.house().received().resolve(REF);
    Files.writeString(folder.resolve(FILE), CONTENT);
    scene.expect(REF, Scene.ANA);
    Arrival told = toldOf(scene);
    List<String> before = names(outside);
    Map<String, Integer> seen = new TreeMap<>();
    Path now = folderOf(scene);
    scene.claim(fetch(scene, told).equals(FETCHED), "the file was not fetched before");
    try (Swapping _ = new Swapping(now, outside)) {
      scene.write(plan.few(3, 20));
      for (int i = plan.few(300, 5_000); i > 0; i--) {
        seen.merge(fetch(scene, told), 1, Integer::sum);
      }
    }
    String last = lastFetch(scene, told);
    scene.claim(last.equals(FETCHED), "the file was not fetched afterwards, but " + last);
    scene.claim(
        Set.of(FETCHED, "404", "429").containsAll(seen.keySet()),
        "something else than the file, 404 and 429 came: " + seen);
    scene.claim(before.equals(names(outside)), "something was written behind the link");
    scene.claim(!scene.running().log().contains("answered 500"), "a fetch was answered 500");
    return scene.finish(SOON.multipliedBy(2));
  }

  private static Arrival toldOf(Scene scene) {
    Eventually.within(SOON, "ana is told", () -> arrivals(scene).findAny().isPresent());
    Eventually.within(
        SOON,
        "ana has answered",
        () ->
            scene.answering().acknowledged().stream().filter(one -> one.ref().equals(REF)).count()
                == Answering.STEPS.size());
    return arrivals(scene).findAny().orElseThrow();
  }

  private static Stream<Arrival> arrivals(Scene scene) {
    return scene.sink().accepted().stream().filter(arrival -> arrival.ref().equals(REF));
  }

  /** The thread was moved when it was completed. */
  private static Path folderOf(Scene scene) throws IOException {
    try (Stream<Path> all = Files.walk(scene.house().received().getParent(), 2)) {
      return all.filter(path -> path.endsWith(REF)).findAny().orElseThrow();
    }
  }

  /** When the folder is back, and the callers' limit allows another. */
  private static String lastFetch(Scene scene, Arrival told) {
    List<String> last = new ArrayList<>();
    Eventually.within(
        SOON,
        "a fetch is not refused for coming too often",
        () -> {
          last.add(fetch(scene, told));
          return !last.getLast().equals("429");
        });
    return last.getLast();
  }

  private static String fetch(Scene scene, Arrival told) {
    Matcher link = LINK.matcher(told.body());
    if (!link.find()) {
      throw new AssertionError("no link of the file: " + told.body());
    }
    try (Door door = new Door(scene.running().port())) {
      HttpResponse<String> response = door.get(link.group(), Map.of());
      return response.statusCode() + (response.statusCode() == 200 ? " " + response.body() : "");
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(Path::toString).sorted().toList();
    }
  }

  /** Puts a link in the place of a folder and takes it away again, until it is closed. */
  private static final class Swapping implements AutoCloseable {

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread;

    Swapping(Path folder, Path target) {
      Path hidden = folder.resolveSibling(".swapped");
      thread =
          Thread.ofPlatform()
              .start(() -> {
                while (!ended.get()) {
                  swap(folder, hidden, target);
                }
              });
    }

    private static void swap(Path folder, Path hidden, Path target) {
      try {
        Files.move(folder, hidden);
        Files.createSymbolicLink(folder, target);
        Files.delete(folder);
        Files.move(hidden, folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      ended.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
