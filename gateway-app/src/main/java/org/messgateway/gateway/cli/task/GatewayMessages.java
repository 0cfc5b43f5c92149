package org.messgateway.gateway.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.LocalGateway;
import org.messgateway.gateway.links.TokenKind;

/**
 * Posts messages as an agent or an executor to the gateway of this home. When the gateway ends
 * meanwhile, the same message goes to the next one: it knows what came twice.
 */
final class GatewayMessages implements AutoCloseable {

  /** The same words count as one message for a minute. */
  private static final Duration TRYING = Duration.ofSeconds(40);

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** A message of the largest size over loopback, and its way to the disk. */
  private static final Duration ONE_TRY = Duration.ofSeconds(60);

  private static final int NOT_NOW = 503;
  private static final int OK = 200;

  private final CommandContext context;
  private final HttpClient client = HttpClient.newHttpClient();
  private LocalGateway gateway;

  GatewayMessages(CommandContext context) throws InterruptedException {
    this.context = context;
    this.gateway = LocalGateway.open(context);
  }

  /** Who speaks. */
  record Speaker(TokenKind kind, String name) {

    static Speaker agent(String name) {
      return new Speaker(TokenKind.AGENT, name);
    }

    static Speaker executor(String name) {
      return new Speaker(TokenKind.EXECUTOR, name);
    }
  }

  /**
   * What the gateway answered.
   *
   * @param text the body
   */
  record Answered(int status, String text) {

    boolean taken() {
      return status == OK;
    }

    /** The members of an answer in JSON. */
    JsonNode members() {
      try {
        return new ObjectMapper().readTree(text);
      } catch (IOException e) {
        throw CommandFailure.failed("The gateway answered " + status + ", and no JSON.");
      }
    }

    /** Ends the command with the gateway's own sentence where it did not take the message. */
    JsonNode orFailure() {
      JsonNode members = members();
      if (!taken()) {
        String example = members.path("example").asText();
        String detail = members.path("detail").asText("The gateway answered " + status + ".");
        throw CommandFailure.failed(example.isEmpty() ? detail : detail + " Like: " + example);
      }
      return members;
    }
  }

  /**
   * Posts a message.
   *
   * @param path with what stands behind a question mark
   * @param accept in which form the answer comes
   * @param key by which repeats are known; null for the words
   */
  Answered post(
      String path, Speaker speaker, OutgoingMessage message, String accept, @Nullable String key)
      throws InterruptedException {
    long until = System.nanoTime() + TRYING.toNanos();
    while (true) {
      try {
        HttpResponse<String> answer =
            client.send(request(path, speaker, message, accept, key), BodyHandlers.ofString());
        if (answer.statusCode() != NOT_NOW || System.nanoTime() > until) {
          return new Answered(answer.statusCode(), answer.body());
        }
      } catch (IOException e) {
        if (System.nanoTime() > until) {
          throw CommandFailure.failed(
              "The gateway does not answer: " + e.getMessage() + ". Say it again in a minute.");
        }
        again();
      }
      Thread.sleep(PAUSE);
    }
  }

  /** The same for the members of JSON. */
  Answered post(String path, Speaker speaker, OutgoingMessage message) throws InterruptedException {
    return post(path, speaker, message, "application/json", null);
  }

  private HttpRequest request(
      String path, Speaker speaker, OutgoingMessage message, String accept, @Nullable String key)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.base() + path))
            .timeout(ONE_TRY)
            .header("Accept", accept)
            .header("Content-Type", message.type())
            .header(
                "Authorization", "Bearer " + gateway.as(speaker.kind(), speaker.name()).reveal())
            .POST(message.body());
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return request.build();
  }

  /** It ended meanwhile: another runs, or takes its place in this process. */
  private void again() throws InterruptedException {
    if (!gateway.answersOnly()) {
      gateway.close();
      gateway = LocalGateway.open(context);
    }
  }

  /** A part of a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    client.close();
    gateway.close();
  }
}
