package org.messgateway.gateway.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.messgateway.adapter.okhttp.CidrRange;
import org.messgateway.api.Secret;

/** Reads the settings of the HTTP server: {@code http}, {@code client_url}, {@code secret}. */
final class ServerReader {

  private static final int LAST_PORT = 65_535;

  /** Larger limits for messages that are received whole are mistakes. */
  private static final long LARGEST = 1L << 30;

  private static final TextPattern<Long> SIZE =
      new TextPattern<>(
          "a size up to 1GiB",
          "write it like 32MiB",
          text -> Quantities.SIZE_FORM.reading().apply(text).filter(b -> b > 0 && b <= LARGEST));

  private static final TextPattern<Metrics> METRICS = TextPattern.word(Metrics.class);

  private static final TextPattern<String> HOST =
      new TextPattern<>(
          "a host",
          "write a name without scheme and port: mess.example.com",
          text ->
              Optional.of(text).filter(host -> host.matches("[\\p{Alnum}._-]+|\\[[0-9A-Fa-f:]+]")));

  private static final TextPattern<String> PROXY =
      new TextPattern<>(
          "an address or a range of addresses",
          "write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8",
          text -> CidrRange.parse(text).map(_ -> text));

  private static final TextPattern<String> HEADER =
      new TextPattern<>(
          "a header that lists addresses",
          "write one like X-Forwarded-For, X-Real-IP or CF-Connecting-IP",
          text ->
              Optional.of(text)
                  .filter(name ->
                      name.matches("[A-Za-z][A-Za-z0-9-]{0,63}")
                          && !name.equalsIgnoreCase("Forwarded")));

  private static final int MOST_OF_AN_AGENT = 1_000_000;

  private enum Metrics {
    PUBLIC,
    PRIVATE
  }

  private ServerReader() {}

  static HttpConfig http(ConfigSection root) {
    return root.section("http").map(ServerReader::server).orElse(HttpConfig.DEFAULT);
  }

  private static HttpConfig server(ConfigSection section) {
    HttpConfig usual = HttpConfig.DEFAULT;
    HttpConfig http =
        new HttpConfig(
            section.as("enabled", TextPatterns.FLAG).orElse(usual.enabled()),
            section.find("host").flatMap(ServerReader::host).orElse(usual.host()),
            section
                .as("port", TextPatterns.integer(0, LAST_PORT))
                .map(Math::toIntExact)
                .orElse(usual.port()),
            secret(section).orElse(null),
            section.as("max_body", SIZE).orElse(usual.maxBody()),
            section.as("max_file", SIZE).orElse(usual.maxFile()),
            section.as("metrics", METRICS).orElse(Metrics.PUBLIC) == Metrics.PRIVATE,
            callers(section));
    section.done();
    return http;
  }

  private static HttpConfig.CallerConfig callers(ConfigSection section) {
    HttpConfig.CallerConfig usual = HttpConfig.DEFAULT.callers();
    return new HttpConfig.CallerConfig(
        list(section, "hosts", HOST),
        list(section, "proxies", PROXY),
        section.as("client_address_header", HEADER).orElse(usual.addressHeader()),
        section.section("agents").map(ServerReader::agents).orElse(usual.agents()));
  }

  private static List<String> list(
      ConfigSection section, String key, TextPattern<String> textPattern) {
    return section.find(key).map(ConfigValue::items).orElse(List.of()).stream()
        .flatMap(item -> item.as(textPattern).stream())
        .toList();
  }

  private static HttpConfig.AgentLimits agents(ConfigSection section) {
    HttpConfig.AgentLimits usual = HttpConfig.DEFAULT.callers().agents();
    HttpConfig.AgentLimits agents =
        new HttpConfig.AgentLimits(
            number(section, "requests_per_second", usual.requests()),
            number(section, "created_per_hour", usual.created()),
            number(section, "open", usual.open()));
    section.done();
    return agents;
  }

  private static int number(ConfigSection section, String key, int usual) {
    return section
        .as(key, TextPatterns.integer(1, MOST_OF_AN_AGENT))
        .map(Math::toIntExact)
        .orElse(usual);
  }

  private static Optional<String> host(ConfigValue value) {
    Optional<String> host = value.text("an address to listen on").filter(h -> !h.isEmpty());
    boolean wrong = host.isPresent() && host.get().matches(".*[/\\s].*");
    if (wrong) {
      value.wrong(
          value.shown() + " is no address to listen on",
          "write an IP address or a name, without scheme and port: 127.0.0.1");
    }
    return wrong ? Optional.empty() : host;
  }

  /** An empty secret counts as none. */
  static Optional<Secret> secret(ConfigSection section) {
    Optional<String> text = section.text("secret");
    text.ifPresent(secret -> section.value().reading().problems().conceal(secret, "[secret]"));
    return text.map(Secret::of);
  }

  /**
   * Without a slash at its end; this machine's own server when none is written. {@code clientUrl}
   * is read, too.
   */
  static URI clientUrl(ConfigSection root, HttpConfig http) {
    Optional<ConfigValue> written = root.find("client_url").or(() -> root.find("clientUrl"));
    return written
        .flatMap(ServerReader::clientUrl)
        .orElseGet(() -> URI.create("http://localhost:" + http.port()));
  }

  private static Optional<URI> clientUrl(ConfigValue value) {
    Optional<URI> url = value.as(TextPatterns.URL);
    boolean bare =
        url.isPresent() && url.get().getQuery() == null && url.get().getFragment() == null;
    if (url.isPresent() && !bare) {
      value.wrong("links cannot start with a URL that has ? or #", "write it up to its path");
    }
    return url.filter(_ -> bare).map(found -> URI.create(found.toString().replaceAll("/+$", "")));
  }
}
