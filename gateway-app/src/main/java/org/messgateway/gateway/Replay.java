package org.messgateway.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.respond.Control;
import org.messgateway.gateway.respond.ControlKey;
import org.messgateway.gateway.store.GatewayFolder;
import org.messgateway.gateway.store.GatewayLock;
import org.messgateway.gateway.store.GatewayRunningException;

/**
 * Sends again what came to nothing: through the gateway that runs, or in its place when none does.
 */
public final class Replay {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Pattern PORT = Pattern.compile("port (\\d+)");

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  public Replay(GatewayConfig config) {
    this.config = config;
  }

  /** How much was sent on its way again. */
  public record Done(int replayed, int released) {}

  /**
   * Does it.
   *
   * @param held whether threads held since the first start are let go too
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  public Done run(Collection<String> ids, boolean held) throws IOException, InterruptedException {
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    GatewayLock.Holder me =
        new GatewayLock.Holder(ProcessHandle.current().pid(), "this machine", clock.instant(), 0);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return alone(folder, ids, held);
    } catch (GatewayRunningException running) {
      return through(running, folder, ids, held);
    }
  }

  private Done alone(Path folder, Collection<String> ids, boolean held) throws IOException {
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    List<String> exchanges = new ArrayList<>();
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(OpenExchange.directory(each).id());
    }
    OpenedQueue opened = store.open("replay");
    try (var queue = opened.queue()) {
      Control control = new QueueControl(exchanges, queue, opened.clock());
      return new Done(control.replay(ids), held ? control.releaseHeld() : 0);
    }
  }

  private String controlToken(Path folder) {
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return new ControlKey(
              documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret)))
          .token();
    }
  }

  private Done through(
      GatewayRunningException running, Path folder, Collection<String> ids, boolean held)
      throws IOException, InterruptedException {
    Matcher port = PORT.matcher(running.holder());
    if (!port.find() || port.group(1).equals("0")) {
      throw new IOException(
          running.getMessage() + " It has no HTTP server to be asked by: stop it first.");
    }
    ObjectMapper json = new ObjectMapper();
    byte[] body = json.writeValueAsBytes(Map.of("ids", List.copyOf(ids), "held", held));
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + host() + ":" + port.group(1) + "/control/replay"))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + controlToken(folder))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IOException("The running gateway answered " + answer.statusCode() + ".");
      }
      JsonNode done = json.readTree(answer.body());
      return new Done(done.path("replayed").asInt(), done.path("released").asInt());
    }
  }

  private String host() {
    String host = config.http().host();
    return host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
  }
}
