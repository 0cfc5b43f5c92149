package org.messgateway.gateway.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.cli.CommandHome;
import org.messgateway.gateway.cli.Ran;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.links.TokenKind;

/** The gateway of a home as commands reach it. */
final class LocalGatewayTest {

  private static final String CONFIG = "http: { enabled: false }\n" + CommandHome.SILENT;

  @TempDir Path home;

  @BeforeEach
  void aHome() throws IOException {
    Files.writeString(home.resolve("config.yaml"), CONFIG);
  }

  private static HttpResponse<String> post(LocalGateway gateway, String mess) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(gateway.base() + "/mess"))
              .header(
                  "Authorization", "Bearer " + gateway.as(TokenKind.AGENT, "claude-agent").reveal())
              .header("Content-Type", "application/yaml")
              .POST(BodyPublishers.ofString(mess))
              .build(),
          BodyHandlers.ofString());
    }
  }

  @Test
  void whereNoneRunsOneAnswersInThisProcessAndSendsNothing() throws Exception {
    Ran.at(home, "request", "vacuum the rice", "--requires", "vacuum-floor");
    try (CommandContext context = CommandContext.open(home, CommandHint.here());
        LocalGateway gateway = LocalGateway.open(context)) {
      assertTrue(gateway.answersOnly());
      assertEquals("127.0.0.1", gateway.base().getHost());
      HttpResponse<String> answer = post(gateway, "MESS: [{request: {intent: look}}]");
      assertEquals(200, answer.statusCode(), answer.body());
    }
    String deliveries = Ran.at(home, "deliveries").out();
    assertTrue(deliveries.contains("queued"), deliveries);
    assertFalse(deliveries.contains("sending"), deliveries);
    assertEquals(2, Ran.at(home, "threads", "--json").json().size());
  }

  @Test
  void theSecondCommandUsesTheGatewayOfTheFirst() throws Exception {
    try (CommandContext context = CommandContext.open(home, CommandHint.here());
        LocalGateway first = LocalGateway.open(context);
        LocalGateway second = LocalGateway.open(context)) {
      assertFalse(second.answersOnly());
      assertEquals(first.base(), second.base());
    }
    try (CommandContext context = CommandContext.open(home, CommandHint.here())) {
      assertTrue(LocalGateway.running(context.config()).isEmpty());
    }
  }

  @Test
  void aGatewayThatRunsWithoutHttpCannotBeReached() throws Exception {
    Path folder = GatewayFolder.prepare(home.resolve(".gateway"));
    GatewayLock.Holder running = GatewayLock.Holder.here(Instant.EPOCH, 0);
    try (GatewayLock _ = GatewayLock.take(folder, running);
        CommandContext context = CommandContext.open(home, CommandHint.here())) {
      CommandFailure failure =
          assertThrows(CommandFailure.class, () -> LocalGateway.open(context).close());
      assertTrue(failure.sentence().contains("enabled: true"), failure.sentence());
    }
  }
}
