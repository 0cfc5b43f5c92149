package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;

/** What Slack calls where the app has a Request URL: {@code /callbacks/<channel>}. */
final class SlackEndpoint {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String PAYLOAD = "payload=";

  private final SlackSignatures signatures;
  private final SlackIntake intake;

  SlackEndpoint(SlackSignatures signatures, SlackIntake intake) {
    this.signatures = signatures;
    this.intake = intake;
  }

  /** Nothing is read of a call before its signature was found good. */
  Response receive(Call call) {
    Optional<String> signature = signatures.use(call);
    if (signature.isEmpty()) {
      return Response.of(401);
    }
    Response response = payload(call).map(this::answer).orElse(Response.of(400));
    if (response.status() == 503) {
      signatures.giveBack(signature.get());
    }
    return response;
  }

  private Response answer(byte[] payload) {
    Parsed parsed = Parsed.of(payload);
    if (parsed.at("type").text().equals("url_verification")) {
      return new Response(200, "text/plain", parsed.at("challenge").text().getBytes(UTF_8));
    }
    return Response.of(intake.take(payload) ? 200 : 503);
  }

  /** The JSON: an event is all of the body, anything interactive a field of a form. */
  private static Optional<byte[]> payload(Call call) {
    boolean form =
        call.headers().getOrDefault("content-type", List.of()).stream()
            .anyMatch(type -> type.startsWith(FORM));
    return form ? field(new String(call.body(), UTF_8)) : Optional.of(call.body());
  }

  private static Optional<byte[]> field(String form) {
    try {
      return Arrays.stream(form.split("&", -1))
          .filter(pair -> pair.startsWith(PAYLOAD))
          .findFirst()
          .map(pair -> URLDecoder.decode(pair.substring(PAYLOAD.length()), UTF_8))
          .map(json -> json.getBytes(UTF_8));
    } catch (IllegalArgumentException notEncoded) {
      return Optional.empty();
    }
  }
}
