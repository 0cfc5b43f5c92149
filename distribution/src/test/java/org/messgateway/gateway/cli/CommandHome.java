package org.messgateway.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.OptionalInt;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;

/** A home with a robot and two people who look at inboxes, for commands about tasks. */
public record CommandHome(Path path) {

  public static final String CONFIG =
      """
      http: { port: 0 }
      executors:
        robot: { capabilities: [vacuum-floor], notify: { http: true } }
        ana: { capabilities: [vision], notify: { http: true } }
        ben: { capabilities: [vision], notify: { http: true } }
      """;

  /** A robot that nobody reaches, without HTTP. */
  public static final String SILENT =
      """
      executors:
        robot: { capabilities: [vacuum-floor], notify: { webhook: "http://127.0.0.1:9/x" } }
      dispatch:
        webhook: { secret: "a secret for tests" }
      """;

  public static CommandHome of(Path path) throws IOException {
    return of(path, CONFIG);
  }

  public static CommandHome of(Path path, String config) throws IOException {
    Files.createDirectories(path);
    Files.writeString(path.resolve("config.yaml"), config);
    return new CommandHome(path);
  }

  public Ran run(String... words) {
    return Ran.at(path, words);
  }

  /** Runs it; it must end with this status. */
  public Ran ends(int status, String... words) {
    Ran ran = run(words);
    assertEquals(status, ran.status(), ran::toString);
    return ran;
  }

  /** Its ref. */
  public String task(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "request";
    System.arraycopy(words, 0, all, 1, words.length);
    return ends(0, all).out().strip();
  }

  public JsonNode json(String ref) {
    return ends(0, "show", ref, "--json").json();
  }

  /** What this executor or agent says, as the file of a message. */
  public Path message(String mess) throws IOException {
    Path file = Files.createTempFile(path, "say-", ".yaml");
    return Files.writeString(file, mess);
  }

  /** A gateway that runs this home in this process. */
  public Gateway gateway() throws Exception {
    AdapterRegistry adapters =
        AdapterRegistry.discover(
            path.resolve("none"), path.resolve("adapters"), JarStrikes.ofCommand(path));
    ConfigLoader loader = new ConfigLoader(adapters, ZoneOffset.UTC);
    LoadResult.Valid read = (LoadResult.Valid) loader.load(path, Map.of());
    GatewayOptions options = new GatewayOptions(path, Map.of(), OptionalInt.of(0));
    Gateway gateway = Gateway.open(options, read.config(), loader);
    gateway.start();
    return gateway;
  }
}
