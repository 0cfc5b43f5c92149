package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;

/** Handles Slack's calls to {@code /callbacks/<channel>}, the Request URL of the app. */
final class SlackEndpoint {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String PAYLOAD = "payload=";

  private final SlackSignatures signatures;
  private final SlackEventQueue intake;

  SlackEndpoint(SlackSignatures signatures, SlackEventQueue intake) {
    this.signatures = signatures;
    this.intake = intake;
  }

  /** Checks the signature of a call before it reads anything else. */
  CallbackResponse receive(CallbackRequest call) {
    Optional<String> signature = signatures.use(call);
    if (signature.isEmpty()) {
      return CallbackResponse.of(401);
    }
    CallbackResponse response = payload(call).map(this::answer).orElse(CallbackResponse.of(400));
    if (response.status() == 503) {
      signatures.release(signature.get());
    }
    return response;
  }

  private CallbackResponse answer(byte[] payload) {
    LenientJson json = LenientJson.of(payload);
    if (json.at("type").text().equals("url_verification")) {
      return new CallbackResponse(200, "text/plain", json.at("challenge").text().getBytes(UTF_8));
    }
    return CallbackResponse.of(intake.accept(payload) ? 200 : 503);
  }

  /** The JSON of a call: the whole body of an event, a form field of an interactive payload. */
  private static Optional<byte[]> payload(CallbackRequest call) {
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
