package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.Repetitions;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.Swapper;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.exchange.view.TaskFiles;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.http.limits.AllowedHosts;
import org.messgateway.gateway.http.limits.ConnectionLimits;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;

/** Somebody swaps folders and files for links while an executor fetches files over HTTP. */
@EnabledOnOs(OS.LINUX)
class SwappedFilesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "race-1";
  private static final String PICTURE = "a picture";

  @TempDir private Path temp;
  private Sandbox sandbox;
  private Path photos;
  private Path folder;
  private LinkTokens tokens;
  private HttpServer server;
  private HttpClient client;
  private LoadedThread thread;

  /** What is swapped for a link. */
  enum Swap {
    THREAD_FOLDER_FOR_THE_KEYS,
    STATE_FOLDER_FOR_ONE_ELSEWHERE,
    FILE_FOR_A_KEY,
    FOLDER_OF_PERMITTED_FILES,
    PERMITTED_FILE
  }

  @BeforeEach
  void aTaskWithFiles() throws IOException {
    sandbox = new Sandbox(temp.resolve("exchange"));
    folder = sandbox.top(ThreadFolder.RECEIVED).resolve(REF);
    photos = temp.resolve("photos");
    for (Path secret :
        List.of(
            sandbox.root.resolve(".gateway/keys/link.key"),
            temp.resolve("outside/" + REF + "/link.key"),
            temp.resolve("outside/inner/link.key"))) {
      Files.createDirectories(secret.getParent());
      Files.writeString(secret, "a SECRET!");
    }
    Files.createDirectories(photos.resolve("year/inner"));
    Files.writeString(photos.resolve("year/inner/link.key"), PICTURE);
    sandbox.old(folder.resolve("link.key"), PICTURE);
    sandbox.old(
        sandbox.head(ThreadFolder.RECEIVED, REF),
        Sandbox.envelope(REF, "pending")
            + Sandbox.request(
                """
                      context:
                        - file: {file: link.key}
                        - file: %s
                """
                    .formatted(photos.resolve("year/inner/link.key").toUri())));
    thread = sandbox.loaded(REF);
    tokens = new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(temp.resolve("tokens"), () -> NOW),
            "ex1",
            new OneThread(REF, "fridge-1", "ana", "claude"),
            () -> NOW);
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20),
            List.of(
                new FileRoutes(
                    new FilesOfOneTask(), gate, new LargeViews(LargeWork.ofHeap(), temp))),
            ConnectionLimits.DEFAULT,
            unhurried());
    server.start();
    client = HttpClient.newHttpClient();
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
    sandbox.exchange.close();
  }

  private Swapper swapper(Swap swap) throws IOException {
    return switch (swap) {
      case THREAD_FOLDER_FOR_THE_KEYS -> swapper(folder, sandbox.root.resolve(".gateway/keys"));
      case STATE_FOLDER_FOR_ONE_ELSEWHERE ->
          swapper(sandbox.top(ThreadFolder.RECEIVED), temp.resolve("outside"));
      case FILE_FOR_A_KEY ->
          swapper(folder.resolve("link.key"), sandbox.root.resolve(".gateway/keys/link.key"));
      case FOLDER_OF_PERMITTED_FILES -> swapper(photos.resolve("year"), temp.resolve("outside"));
      case PERMITTED_FILE ->
          swapper(photos.resolve("year/inner/link.key"), temp.resolve("outside/inner/link.key"));
    };
  }

  private Swapper swapper(Path name, Path target) throws IOException {
    return new Swapper(name, Files.createSymbolicLink(temp.resolve("a-link"), target));
  }

  @ParameterizedTest
  @EnumSource(Swap.class)
  void nothingFromElsewhereIsHandedOut(Swap swap) throws Exception {
    fetch(swap, 200);
  }

  /** With the other swaps these are 20,000 fetches. */
  @Tag("proof")
  @ParameterizedTest
  @EnumSource(Swap.class)
  void norInFourThousandFetches(Swap swap) throws Exception {
    fetch(swap, Repetitions.of(4_000));
  }

  /** So often, and until one fetch falls between two swaps: on a quick machine few do. */
  private void fetch(Swap swap, int times) throws Exception {
    boolean local = swap == Swap.FOLDER_OF_PERMITTED_FILES || swap == Swap.PERMITTED_FILE;
    TreeMap<String, Integer> seen = new TreeMap<>();
    String handedOut = "200 " + PICTURE;
    int fetched = 0;
    try (Swapper swapper = swapper(swap)) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (fetched < times || (!seen.containsKey(handedOut) && System.nanoTime() < end)) {
        seen.merge(get(local ? "local-0-0" : "link.key"), 1, Integer::sum);
        fetched++;
      }
      assertTrue(swapper.swaps() > 100, "nothing was swapped");
    }
    assertTrue(seen.containsKey(handedOut), seen.toString());
    assertEquals(fetched, seen.get(handedOut) + seen.getOrDefault("404", 0), seen.toString());
  }

  /** A second passes between two requests, so that no limit by time is reached. */
  private Admission unhurried() {
    AtomicLong nanos = new AtomicLong();
    LinkKey key = LinkKey.of(new byte[32], Optional.empty());
    return new Admission(
        new Callers(
            tokens,
            new StoredTokens(temp.resolve("tokens"), () -> NOW),
            new ShortCodes(key),
            new ControlKey(key)),
        ConnectionLimits.DEFAULT,
        new AllowedHosts("127.0.0.1", () -> URI.create("http://localhost"), List::of),
        () -> nanos.addAndGet(1_000_000_000L));
  }

  private String get(String name) throws Exception {
    String token =
        tokens.issue(
            new LinkClaims(
                "ex1", REF, "ana", EnumSet.allOf(Permission.class), NOW.plusSeconds(60)));
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + server.port()
                + "/thread/"
                + REF
                + "/files/"
                + name
                + "?token="
                + token);
    HttpResponse<String> response =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + (response.statusCode() == 200 ? " " + response.body() : "");
  }

  private final class FilesOfOneTask extends NoTasks {

    private final TaskFiles files =
        new TaskFiles(sandbox.exchange, () -> new LocalFiles(List.of(photos), 1_000));

    @Override
    public Optional<TaskFile> file(String ref, String executor, String name) {
      return files.file(thread, new Viewer("ana", true), name);
    }
  }
}
