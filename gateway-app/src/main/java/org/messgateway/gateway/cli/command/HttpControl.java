package org.messgateway.gateway.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.http.Control;

/**
 * The gateway that runs here, asked by HTTP within 30 s. Its methods throw {@link
 * UncheckedIOException} when it does not answer.
 *
 * @param base address where it listens
 * @param token made with the key of the home, which only commands of this machine can read
 */
public record HttpControl(URI base, String token) implements Control {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OK = 200;

  @Override
  public int replay(Collection<String> ids) {
    return post("/control/replay", Map.of("ids", List.copyOf(ids))).path("replayed").asInt();
  }

  @Override
  public int releaseHeld() {
    return post("/control/replay", Map.of("held", true)).path("released").asInt();
  }

  @Override
  public int probe(Collection<Lane> lanes) {
    return post("/control/probe", Map.of("lanes", List.copyOf(lanes))).path("probed").asInt();
  }

  /** Asks an {@code mcp} that is the gateway to leave the home. */
  public void handOver() {
    post("/control/hand-over", Map.of());
  }

  private JsonNode post(String path, Map<String, Object> asked) {
    ObjectMapper json = new ObjectMapper();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(base.resolve(path))
              .timeout(LIMIT)
              .header("Authorization", "Bearer " + token)
              .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(asked)))
              .build();
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != OK) {
        throw new IOException("The running gateway answered " + answer.statusCode() + ".");
      }
      return json.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("interrupted"));
    }
  }

  /** Says nothing of the token. */
  @Override
  public String toString() {
    return "the gateway at " + base;
  }
}
