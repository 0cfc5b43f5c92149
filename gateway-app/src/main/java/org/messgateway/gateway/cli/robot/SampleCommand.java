package org.messgateway.gateway.cli.robot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Secret;
import org.messgateway.api.http.WebhookHeaders;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.routing.Executor;
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

  /** Who is named where the sample is told to the other one. */
  private static final String AGENT = "claude-agent";

  private static final String ROBOT = "roomba-kitchen";

  @Parameters(paramLabel = "EXECUTOR", description = "As whom.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "What it tells: request (default), claimed, taken, reply, reminder, cancelled, expired,"
              + " test. To an agent: unroutable (default), claimed, released, question, answer,"
              + " progress, ended.")
  private @Nullable String kind;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "yaml or json (default: as its webhook is configured).")
  private @Nullable WebhookFormat format;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "The time it is signed (default: now).")
  private @Nullable Instant at;

  @Option(
      names = "--curl",
      paramLabel = "URL",
      description = "Prints a command that sends it there, such as http://localhost:8080/mess.")
  private @Nullable URI curl;

  @Option(
      names = "--with-secret",
      description = "Prints the key that it is signed with, too, as `secret` does.")
  private boolean withSecret;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.config();
      WebhookSigner signer = WebhookSigner.of(config, executor);
      boolean agent = config.catalogue().agent(executor).isPresent();
      List<Secret> keys = signer.keys(executor);
      print(request(config, signer, agent, keys), keys.stream().map(Secret::reveal).toList());
      return DONE;
    }
  }

  private SampleRequest request(
      GatewayConfig config, WebhookSigner signer, boolean agent, List<Secret> keys) {
    NotificationKind told = kind(agent);
    ParsedThread thread =
        agent ? SampleThread.of(told, executor, ROBOT) : SampleThread.of(told, AGENT, executor);
    boolean seesThread =
        agent || config.catalogue().executor(executor).filter(Executor::seesThread).isPresent();
    WebhookFormat form = signer.format(format);
    byte[] body = form.write(new ThreadView(thread, told, new Viewer(executor, seesThread), null));
    String ref = thread.thread().ref();
    boolean answered = !agent && told != NotificationKind.TEST;
    URI respond =
        answered ? URI.create(config.clientUrl() + "/thread/" + ref + "?token=sample") : null;
    Map<String, String> headers =
        new WebhookHeaders(ID, told, ref, executor, agent, respond)
            .of(form.mediaType(), body, keys, at == null ? Instant.now() : at);
    return new SampleRequest(
        signer.url().isEmpty() ? "http://localhost/mess" : signer.url(),
        headers,
        new String(body, UTF_8));
  }

  private NotificationKind kind(boolean agent) {
    List<NotificationKind> possible = agent ? SampleThread.FOR_AGENTS : SampleThread.FOR_EXECUTORS;
    String asked = kind == null ? agent ? "unroutable" : "request" : kind.toLowerCase(Locale.ROOT);
    return possible.stream()
        .filter(each -> each.code().equals(asked))
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.usage(
                executor
                    + " is never told of a \""
                    + asked
                    + "\". There are: "
                    + possible.stream()
                        .map(NotificationKind::code)
                        .collect(Collectors.joining(", "))
                    + "."));
  }

  private void print(SampleRequest request, List<String> keys) {
    if (json) {
      Map<String, Object> sample = request.json();
      if (withSecret) {
        sample.put("secrets", keys);
      }
      out().json(sample);
      return;
    }
    out().lines(curl == null ? request.text() : request.curl(curl.toString()));
    err()
        .line(
            withSecret
                ? "Signed with " + String.join(" ", keys)
                : "Signed with the key that `"
                    + hint().to("secret", executor)
                    + "` prints, for five minutes from now (--at for another time).");
  }

  /**
   * The request.
   *
   * @param url where it would be sent
   */
  record SampleRequest(String url, Map<String, String> headers, String body) {

    private static final String END = "END_OF_BODY";

    Map<String, Object> json() {
      Map<String, Object> sample = new LinkedHashMap<>();
      sample.put("method", "POST");
      sample.put("url", url);
      sample.put("headers", headers);
      sample.put("body", body);
      return sample;
    }

    /** As it goes over the wire; a body in JSON has no line end at its end. */
    String text() {
      URI to = URI.create(url);
      StringBuilder text = new StringBuilder("POST ");
      text.append(to.getRawPath() == null || to.getRawPath().isEmpty() ? "/" : to.getRawPath());
      text.append(to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
      text.append(" HTTP/1.1\nhost: ").append(to.getRawAuthority()).append('\n');
      headers.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
      return text.append('\n').append(body).toString();
    }

    /** Sends exactly these bytes: a here-document ends in a line end, other bodies are quoted. */
    String curl(String to) {
      StringBuilder text = new StringBuilder("curl -i ").append(quoted(to));
      headers.forEach(
          (name, value) -> text.append(" \\\n  -H ").append(quoted(name + ": " + value)));
      text.append(" \\\n  --data-binary ");
      if (body.endsWith("\n")) {
        text.append("@- <<'").append(END).append("'\n").append(body).append(END);
      } else {
        text.append(quoted(body));
      }
      return text.toString();
    }

    private static String quoted(String text) {
      return "'" + text.replace("'", "'\\''") + "'";
    }
  }
}
