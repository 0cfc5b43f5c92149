package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.api.http.WebhookSignature;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sample}: one exact signed request as an executor or an agent would get it; the same at
 * every call with the same time.
 */
@CommandLine.Command(
    name = "sample",
    description = "Prints one exact signed request, for a maker's unit tests.")
public final class SampleCommand extends Command {

  private static final String ID = "00112233445566778899aabbccddeeff";
  private static final String REF = "2026-01-31-001";
  private static final Instant CREATED = Instant.parse("2026-01-31T17:00:00Z");

  @Parameters(paramLabel = "EXECUTOR", description = "As whom.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "The time it is signed (default: now).")
  private @Nullable Instant at;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      WebhookSigner target = WebhookSigner.of(context.config(), executor);
      byte[] body =
          MessageWriter.thread(
              REF, NewRequest.of("claude-agent", "mcp", "vacuum the rice"), CREATED);
      Instant signedAt = at == null ? Instant.now() : at;
      List<Secret> keys =
          target.secrets().stream()
              .map(secret -> WebhookSecrets.forExecutor(secret, executor))
              .toList();
      boolean agent = context.config().catalogue().agent(executor).isPresent();
      print(headers(signedAt, body, keys, agent), new String(body, UTF_8));
      return DONE;
    }
  }

  private Map<String, Object> headers(
      Instant signedAt, byte[] body, List<Secret> keys, boolean agent) {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/yaml");
    headers.put(WebhookSignature.ID, ID);
    headers.put(WebhookSignature.TIMESTAMP, Long.toString(signedAt.getEpochSecond()));
    headers.put(WebhookSignature.SIGNATURE, WebhookSignature.header(ID, signedAt, body, keys));
    headers.put("mess-version", "1");
    headers.put("mess-ref", REF);
    // What an agent may hear of a task as it stands here: nobody has it.
    headers.put("mess-kind", agent ? "unroutable" : "request");
    headers.put(agent ? "mess-agent" : "mess-executor", executor);
    return headers;
  }

  private void print(Map<String, Object> headers, String body) {
    if (json) {
      Map<String, Object> sample = new LinkedHashMap<>();
      sample.put("method", "POST");
      sample.put("headers", headers);
      sample.put("body", body);
      out().json(sample);
    } else {
      headers.forEach((name, value) -> out().line(name + ": " + value));
      out().line("");
      out().lines(body);
    }
  }
}
