package org.messgateway.adapter.webhook;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;

/**
 * The parsed address of one executor.
 *
 * @param secrets the address's own secrets, newest first; empty for the channel's
 */
record WebhookAddress(
    HttpUrl url,
    List<Secret> secrets,
    BodyForm bodyForm,
    Map<String, String> headers,
    int maxBody) {

  private static final Pattern UNFIT = Pattern.compile(".*[\\s\\p{Cntrl}].*", Pattern.DOTALL);
  private static final Pattern SCHEME = Pattern.compile("(?i)https?://.*", Pattern.DOTALL);
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern FOUR_NUMBERS = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
  private static final Pattern ENDS_IN_A_NUMBER =
      Pattern.compile("(.*\\.)?(\\d+|0[xX][0-9a-fA-F]*)\\.?");

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
        settings.map(WebhookProvider.HEADERS),
        settings.integer(WebhookProvider.MAX_BODY).map(Math::toIntExact).orElse(channelMaxBody));
  }

  /**
   * Checks an address.
   *
   * @return the problem, without secrets; empty when the address is usable
   */
  static Optional<String> problem(Address address) {
    Settings settings = address.settings();
    return urlProblem(address.value())
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

  private static Optional<String> urlProblem(String value) {
    if (UNFIT.matcher(value).matches() || !SCHEME.matcher(value).matches()) {
      return Optional.of("a URL that starts with http:// or https:// is wanted");
    }
    HttpUrl url = HttpUrl.parse(value);
    if (url == null) {
      return Optional.of("this is no URL: check the host and the port");
    }
    if (!url.username().isEmpty() || !url.password().isEmpty()) {
      return Optional.of(
          "a name or password in a URL ends up in logs: put them into headers: {Authorization: …}");
    }
    if (url.encodedFragment() != null) {
      return Optional.of("the part after # is never sent: leave it out");
    }
    return oddNumber(url.host())
        ? Optional.of("the address of the host is spelled oddly: write four numbers (127.0.0.1)")
        : Optional.empty();
  }

  /**
   * Whether a host is an IP address in an unusual spelling: {@code 127.1}, {@code 2130706433},
   * {@code 0x7f.1}.
   */
  private static boolean oddNumber(String host) {
    return ENDS_IN_A_NUMBER.matcher(host).matches() && !FOUR_NUMBERS.matcher(host).matches();
  }
}
