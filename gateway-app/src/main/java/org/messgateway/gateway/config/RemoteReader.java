package org.messgateway.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ExchangeConfig.RemoteConfig;

/** Reads the URL of an exchange on a server, and the key to it. */
final class RemoteReader {

  private static final String RIGHT =
      "write it like https://mess.example.com/api/v1/exchanges/home";
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** {@code mess_<exchange>_<random>}: what registering at the server gives. */
  private static final Pattern KEY = Pattern.compile("mess_([^_]+)_\\S+");

  private static final Predicate<String> SEGMENT = Pattern.compile("[\\w.~-]+").asMatchPredicate();

  private static final Pattern EXCHANGE = Pattern.compile(".*/exchanges/[^/]+");

  private static final TextPattern<Duration> POLL =
      new TextPattern<>(
          "a time from 1s to 1h",
          "write it like 5s",
          text ->
              Quantities.DURATION_FORM
                  .reading()
                  .apply(text)
                  .filter(time -> time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0));

  private RemoteReader() {}

  /**
   * Empty when a setting is wrong, which is reported.
   *
   * @param name of the exchange here, which is its name on the server where nothing else says that
   */
  static Optional<RemoteConfig> read(ConfigSection section, Optional<String> name) {
    Optional<Secret> key = key(section);
    Optional<String> there =
        key.map(Secret::reveal).flatMap(RemoteReader::exchange).or(() -> name.filter(SEGMENT));
    Optional<URI> url = url(section, there);
    Duration poll = section.as("poll", POLL).orElse(RemoteConfig.USUAL_POLL);
    section.find("allow").ifPresent(RemoteReader::allow);
    return url.isEmpty() || key.isEmpty()
        ? Optional.empty()
        : Optional.of(new RemoteConfig(url.get(), key.get(), poll, section.texts("allow")));
  }

  private static Optional<Secret> key(ConfigSection section) {
    Optional<String> text = section.text("api_key");
    text.ifPresent(key -> section.value().reading().problems().conceal(key, "[api_key]"));
    if (text.isEmpty() && !section.has("api_key")) {
      section
          .value()
          .wrong(
              "a remote exchange needs an api_key",
              "register at the server and write api_key: \"${MESS_API_KEY}\"");
    } else if (text.isEmpty()) {
      section
          .under("api_key")
          .wrong("the key is empty", "put the key that registering gave into secrets.env");
    }
    return text.map(Secret::of);
  }

  private static Optional<URI> url(ConfigSection section, Optional<String> name) {
    if (!section.has("url")) {
      section.value().wrong("a remote exchange needs a url", RIGHT);
      return Optional.empty();
    }
    ConfigValue value = section.under("url");
    Optional<String> text = value.text("the URL of an exchange server");
    return text.flatMap(written -> url(value, written, name));
  }

  /** A URL that names no exchange is that of a server, which has its API below it. */
  private static Optional<URI> url(ConfigValue value, String text, Optional<String> name) {
    Optional<URI> url = http(text.replaceFirst("/+$", ""));
    if (url.isEmpty()) {
      value.wrong(value.shown() + " is no URL of an exchange server", RIGHT);
      return Optional.empty();
    }
    String path = url.get().getPath();
    if (EXCHANGE.matcher(path).matches()) {
      return url;
    }
    if (name.isEmpty()) {
      value.wrong("this URL does not say which exchange of the server is meant", RIGHT);
      return Optional.empty();
    }
    String prefix = path.endsWith("/api/v1") ? "" : "/api/v1";
    return Optional.of(URI.create(url.get() + prefix + "/exchanges/" + name.get()));
  }

  /** The exchange that a key names. */
  private static Optional<String> exchange(String key) {
    Matcher matcher = KEY.matcher(key);
    return matcher.matches() && SEGMENT.test(matcher.group(1))
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  private static Optional<URI> http(String text) {
    try {
      URI url = new URI(text);
      boolean fits =
          ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
              && url.getHost() != null
              && url.getRawUserInfo() == null
              && url.getRawQuery() == null
              && url.getRawFragment() == null;
      return fits ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static void allow(ConfigValue list) {
    for (ConfigValue item : list.items()) {
      item.text()
          .flatMap(HostAllowList::problem)
          .ifPresent(problem -> item.wrong(problem, "write an address, a range or a host"));
    }
  }
}
