package org.messgateway.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Secret;
import org.messgateway.gateway.config.ExchangeConfig.RemoteConfig;

/**
 * Reads {@code exchange} and {@code exchanges}; without either it is the home directory itself. The
 * first one is where new tasks of agents go.
 */
final class ExchangeReader {

  private enum Type {
    LOCAL,
    REMOTE
  }

  private static final TextPattern<Type> TYPE = TextPattern.word(Type.class);

  private final Path home;

  ExchangeReader(Path home) {
    this.home = home;
  }

  /** All exchanges, one at least. */
  List<ExchangeConfig> readAll(ConfigSection root) {
    List<ExchangeConfig> all = new ArrayList<>();
    root.section("exchange").flatMap(this::read).ifPresent(all::add);
    Set<Object> places = new HashSet<>();
    all.forEach(each -> places.add(place(each)));
    root.find("exchanges").stream()
        .flatMap(list -> list.items().stream())
        .forEach(item ->
            item.section()
                .flatMap(this::read)
                .ifPresent(each -> {
                  if (places.add(place(each))) {
                    all.add(each);
                  } else {
                    item.wrong("this exchange is written twice", "leave one of the two out");
                  }
                }));
    return all.isEmpty() ? List.of(new ExchangeConfig(home, List.of())) : all;
  }

  private static Object place(ExchangeConfig exchange) {
    return exchange.remote().<Object>map(RemoteConfig::url).orElse(exchange.path());
  }

  private Optional<ExchangeConfig> read(ConfigSection section) {
    Type usual = section.has("url") && !section.has("path") ? Type.REMOTE : Type.LOCAL;
    Type type = section.as("type", TYPE).orElse(usual);
    List<Path> files =
        section.find("files").stream()
            .flatMap(list -> list.items().stream())
            .flatMap(item -> path(item).stream())
            .toList();
    Optional<ExchangeConfig> exchange =
        switch (type) {
          case LOCAL ->
              Optional.of(
                  new ExchangeConfig(section.find("path").flatMap(this::path).orElse(home), files));
          case REMOTE ->
              RemoteReader.read(section)
                  .map(remote ->
                      new ExchangeConfig(
                          home.resolve(".gateway").resolve("remote"), files, Optional.of(remote)));
        };
    section.done();
    return exchange;
  }

  /** Relative to the home directory; {@code ~} is the user's. */
  private Optional<Path> path(ConfigValue value) {
    return value.text("a folder").flatMap(text -> path(value, text));
  }

  private Optional<Path> path(ConfigValue value, String text) {
    try {
      boolean ofUser = text.equals("~") || text.startsWith("~/");
      Path path =
          ofUser ? Path.of(System.getProperty("user.home"), text.substring(1)) : home.resolve(text);
      return Optional.of(path.toAbsolutePath().normalize());
    } catch (InvalidPathException e) {
      value.wrong(value.shown() + " is no path", "write a folder like ~/.mess");
      return Optional.empty();
    }
  }

  /** Reads the URL of an exchange on a server, and the key to it. */
  static final class RemoteReader {

    private static final String RIGHT =
        "write it like https://mess.example.com/api/v1/exchanges/home";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** {@code mess_<exchange>_<random>}: what registering at the server gives. */
    private static final Pattern KEY = Pattern.compile("mess_([^_]+)_\\S+");

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

    /** Empty when a setting is wrong, which is reported. */
    static Optional<RemoteConfig> read(ConfigSection section) {
      Optional<Secret> key = key(section);
      Optional<URI> url = url(section, key);
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

    private static Optional<URI> url(ConfigSection section, Optional<Secret> key) {
      if (!section.has("url")) {
        section.value().wrong("a remote exchange needs a url", RIGHT);
        return Optional.empty();
      }
      ConfigValue value = section.under("url");
      Optional<String> text = value.text("the URL of an exchange server");
      return text.flatMap(written -> url(value, written, key));
    }

    private static Optional<URI> url(ConfigValue value, String text, Optional<Secret> key) {
      Optional<URI> url = http(text.replaceFirst("/+$", ""));
      if (url.isEmpty()) {
        value.wrong(value.shown() + " is no URL of an exchange server", RIGHT);
        return Optional.empty();
      }
      String path = url.get().getPath();
      if (EXCHANGE.matcher(path).matches()) {
        return url;
      }
      boolean server = path.isEmpty() || path.endsWith("/api/v1");
      Optional<String> name = key.map(Secret::reveal).flatMap(RemoteReader::exchange);
      if (!server || name.isEmpty()) {
        value.wrong("this URL does not say which exchange of the server is meant", RIGHT);
        return Optional.empty();
      }
      String prefix = path.isEmpty() ? "/api/v1" : "";
      return Optional.of(URI.create(url.get() + prefix + "/exchanges/" + name.get()));
    }

    /** The exchange that a key names. */
    private static Optional<String> exchange(String key) {
      Matcher matcher = KEY.matcher(key);
      return matcher.matches() && matcher.group(1).matches("[\\w.~-]+")
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
}
