package org.messgateway.gateway.config;

import java.net.URI;
import java.util.Optional;
import org.messgateway.api.Secret;

/**
 * Reads what concerns the gateway as a server: {@code http}, {@code client_url}, {@code secret}.
 */
final class ServerReader {

  private static final int LAST_PORT = 65_535;

  /** Of what is received whole, more than this is a slip of the keyboard. */
  private static final long LARGEST = 1L << 30;

  private static final Form<Long> SIZE =
      new Form<>(
          "a size up to 1GiB",
          "write it like 32MiB",
          text -> Amounts.SIZE_FORM.reading().apply(text).filter(b -> b > 0 && b <= LARGEST));

  private static final Form<Metrics> METRICS = Form.word(Metrics.class);

  private enum Metrics {
    PUBLIC,
    PRIVATE
  }

  private ServerReader() {}

  static HttpConfig http(Section root) {
    return root.section("http").map(ServerReader::server).orElse(HttpConfig.DEFAULT);
  }

  private static HttpConfig server(Section section) {
    HttpConfig usual = HttpConfig.DEFAULT;
    HttpConfig http =
        new HttpConfig(
            section.as("enabled", Forms.FLAG).orElse(usual.enabled()),
            section.find("host").flatMap(ServerReader::host).orElse(usual.host()),
            section
                .as("port", Forms.integer(0, LAST_PORT))
                .map(Math::toIntExact)
                .orElse(usual.port()),
            secret(section).orElse(null),
            section.as("max_body", SIZE).orElse(usual.maxBody()),
            section.as("max_file", SIZE).orElse(usual.maxFile()),
            section.as("metrics", METRICS).orElse(Metrics.PUBLIC) == Metrics.PRIVATE);
    section.done();
    return http;
  }

  private static Optional<String> host(Value value) {
    Optional<String> host = value.text("an address to listen on").filter(h -> !h.isEmpty());
    boolean wrong = host.isPresent() && host.get().matches(".*[/\\s].*");
    if (wrong) {
      value.wrong(
          value.shown() + " is no address to listen on",
          "write an IP address or a name, without scheme and port: 127.0.0.1");
    }
    return wrong ? Optional.empty() : host;
  }

  /** An empty one counts as none. */
  static Optional<Secret> secret(Section section) {
    Optional<String> text = section.text("secret");
    text.ifPresent(secret -> section.value().reading().problems().conceal(secret, "[secret]"));
    return text.map(Secret::of);
  }

  /**
   * Without a slash at its end; this machine's own server when none is written. The plan's code
   * says {@code clientUrl}.
   */
  static URI clientUrl(Section root, HttpConfig http) {
    Optional<Value> written = root.find("client_url").or(() -> root.find("clientUrl"));
    return written
        .flatMap(ServerReader::clientUrl)
        .orElseGet(() -> URI.create("http://localhost:" + http.port()));
  }

  private static Optional<URI> clientUrl(Value value) {
    Optional<URI> url = value.as(Forms.URL);
    boolean bare =
        url.isPresent() && url.get().getQuery() == null && url.get().getFragment() == null;
    if (url.isPresent() && !bare) {
      value.wrong("links cannot start with a URL that has ? or #", "write it up to its path");
    }
    return url.filter(_ -> bare).map(found -> URI.create(found.toString().replaceAll("/+$", "")));
  }
}
