package org.messgateway.adapter.webhook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.messgateway.adapter.okhttp.CustomHeaders;
import org.messgateway.adapter.okhttp.UrlRules;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;

/**
 * The parsed address of one executor.
 *
 * @param secrets the address's own secrets, newest first; empty for the channel's
 * @param headers the headers that all requests to it have
 */
record WebhookAddress(
    HttpUrl url, List<Secret> secrets, BodyForm bodyForm, Headers headers, int maxBody) {

  private static final String AGENT = "mess-gateway";

  /** The format of the body. */
  enum BodyForm {
    YAML("application/yaml"),
    JSON("application/json");

    private final String mediaType;

    BodyForm(String mediaType) {
      this.mediaType = mediaType;
    }

    /** The media type without a charset: RFC 9512 defines none, and both formats are UTF-8. */
    String mediaType() {
      return mediaType;
    }

    static Optional<BodyForm> of(String text) {
      return switch (text) {
        case "yaml" -> Optional.of(YAML);
        case "json" -> Optional.of(JSON);
        default -> Optional.empty();
      };
    }
  }

  /**
   * The parsed address.
   *
   * @throws IllegalArgumentException when {@link #problem} finds a problem
   */
  static WebhookAddress of(Address address, int channelMaxBody) {
    HttpUrl url = HttpUrl.parse(address.value());
    if (url == null) {
      throw new IllegalArgumentException("not a URL");
    }
    Settings settings = address.settings();
    return new WebhookAddress(
        url,
        settings.secrets(WebhookProvider.SECRET),
        settings.text(WebhookProvider.FORMAT).flatMap(BodyForm::of).orElse(BodyForm.YAML),
        headers(settings.map(WebhookProvider.HEADERS)),
        settings.integer(WebhookProvider.MAX_BODY).map(Math::toIntExact).orElse(channelMaxBody));
  }

  private static Headers headers(Map<String, String> configured) {
    Headers.Builder headers = new Headers.Builder();
    configured.forEach(headers::set);
    // A small machine that zips its answer all the same would only make it harder to bound.
    headers.set("Accept-Encoding", "identity");
    if (headers.get("User-Agent") == null) {
      headers.set("User-Agent", AGENT);
    }
    return headers.build();
  }

  /**
   * Checks an address.
   *
   * @return the problem, without secrets; empty when the address is usable
   */
  static Optional<String> problem(Address address) {
    Settings settings = address.settings();
    return UrlRules.problem(address.value())
        .or(() ->
            WebhookProvider.secretProblem(settings.secrets(WebhookProvider.SECRET))
                .map("secret "::concat))
        .or(() ->
            settings
                .text(WebhookProvider.FORMAT)
                .filter(format -> BodyForm.of(format).isEmpty())
                .map(format -> "format is \"" + format + "\"; yaml or json is possible"))
        .or(() -> CustomHeaders.problem(settings.map(WebhookProvider.HEADERS)))
        .or(() -> WebhookProvider.sizeProblem(settings).map("max_body "::concat));
  }
}
