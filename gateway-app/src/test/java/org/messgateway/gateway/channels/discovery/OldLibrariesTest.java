package org.messgateway.gateway.channels.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.cfg.PackageVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Outcome;
import org.messgateway.api.Settings;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.RecordedRequest;
import org.messgateway.testkit.TestNotifications;

/**
 * An adapter brings years-old releases of two libraries that the gateway has too, and each side
 * works with its own. The build copies the old ones into {@code target/old-libraries}.
 */
final class OldLibrariesTest {

  private static final Path OLD = Path.of("target", "old-libraries");

  /**
   * Posts JSON made by Jackson with OkHttp, in calls that the new releases do not have any more.
   */
  private static final String ADAPTER =
      """
      import com.fasterxml.jackson.databind.ObjectMapper;
      import java.io.IOException;
      import java.util.*;
      import okhttp3.*;
      import org.messgateway.api.*;
      public class Old implements AdapterProvider {
        public AdapterDescription describe() {
          return new AdapterDescription("old", "for tests", Audience.MACHINES, List.of(), "x", "to",
              List.of(), new ChannelLimits(1, null, null));
        }
        public Optional<String> checkAddress(org.messgateway.api.Address address) {
          return Optional.empty();
        }
        public Adapter create(Settings settings, AdapterServices services) { return new It(); }
        static final class It implements Adapter {
          private final OkHttpClient client = new OkHttpClient();
          private final ObjectMapper json = new ObjectMapper();
          public Outcome deliver(Notification notification) {
            try {
              RequestBody body = RequestBody.create(
                  MediaType.parse("application/json"),
                  json.writeValueAsBytes(Map.of("jackson", json.version().toString())));
              Request request =
                  new Request.Builder().url(notification.address().value()).post(body).build();
              try (Response response = client.newCall(request).execute()) {
                return new Outcome.Delivered(Receipt.of(
                    "okhttp", okhttp3.internal.Version.userAgent(),
                    "jackson", json.readTree(response.body().bytes()).path("jackson").asText()));
              }
            } catch (IOException e) {
              return new Outcome.Deferred(
                  FailureReason.UNCERTAIN, e.toString(), Outcome.Reach.POSSIBLY_SENT);
            }
          }
          public void close() {
            client.dispatcher().executorService().shutdown();
            client.connectionPool().evictAll();
          }
        }
      }
      """;

  @TempDir Path directory;

  private final HttpSimulator remote = HttpSimulator.start();

  private Path beside;

  @BeforeEach
  void anAdapterWithItsLibraries() throws IOException {
    beside = Files.createDirectory(directory.resolve("beside"));
    Path folder = Files.createDirectory(beside.resolve("old"));
    Path scratch = Files.createDirectory(directory.resolve("scratch"));
    for (Path library : libraries()) {
      Files.copy(library, folder.resolve(library.getFileName()));
    }
    new JarMaker(scratch)
        .against(libraries())
        .source("Old", ADAPTER)
        .service("Old")
        .jar(folder.resolve("old-adapter.jar"));
  }

  @AfterEach
  void stop() {
    remote.close();
  }

  private static List<Path> libraries() throws IOException {
    assertTrue(
        Files.isDirectory(OLD), OLD.toAbsolutePath() + " is filled by Maven: build with it once");
    try (Stream<Path> files = Files.list(OLD)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** {@code 3.14.9}, from {@code okhttp-3.14.9.jar}. */
  private static String versionOfOld(String library) throws IOException {
    return libraries().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.startsWith(library + "-"))
        .map(name -> name.substring(library.length() + 1, name.length() - ".jar".length()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anAdapterWorksWithItsOldLibrariesWhileWeHaveNewOnes() throws Exception {
    String jackson = versionOfOld("jackson-databind");
    String okhttp = "okhttp/" + versionOfOld("okhttp");
    remote.answers(CannedResponse.json(200, "{\"jackson\":\"" + jackson + "\"}"));
    try (AdapterRegistry registry = AdapterRegistry.discover(beside, directory.resolve("none"));
        RegisteredAdapter adapter = old(registry)) {
      assertEquals(List.of(), registry.problems());
      Outcome outcome = adapter.deliver(TestNotifications.to(address()).make());
      Outcome.Delivered delivered = assertInstanceOf(Outcome.Delivered.class, outcome);
      assertEquals(
          Map.of("okhttp", okhttp, "jackson", jackson), Map.copyOf(delivered.receipt().parts()));
    }
    RecordedRequest request = remote.requests().getFirst();
    assertEquals(Optional.of(okhttp), request.header("user-agent"));
    assertEquals("{\"jackson\":\"" + jackson + "\"}", request.text());
    assertOursAreOthers();
  }

  private static RegisteredAdapter old(AdapterRegistry registry) {
    return registry
        .provider("old")
        .orElseThrow()
        .create(
            Settings.none(),
            new AdapterServices("old", InstantSource.fixed(Instant.EPOCH), Duration.ofSeconds(15)));
  }

  private Address address() {
    return Address.configured(remote.baseUrl() + "/old");
  }

  /** OkHttp is there for the adapters at run time only, so its version is asked by name. */
  private static void assertOursAreOthers() throws Exception {
    Object ours = Class.forName("okhttp3.OkHttp").getField("VERSION").get(null);
    assertTrue(String.valueOf(ours).startsWith("5."), "our OkHttp is " + ours);
    assertNotEquals(versionOfOld("jackson-databind"), PackageVersion.VERSION.toString());
  }
}
