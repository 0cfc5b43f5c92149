package org.messgateway.gateway.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.gateway.config.ExchangeConfig.Keeping;
import org.messgateway.gateway.config.ExchangeConfig.RemoteConfig;
import org.messgateway.gateway.exchange.ThreadLayout;

/**
 * Reads {@code exchange} and {@code exchanges}, a list or a map of names; without either it is the
 * home directory itself. The first one is where new tasks of agents go.
 */
final class ExchangeReader {

  private enum Type {
    LOCAL,
    REMOTE
  }

  private enum Layout {
    FOLDER,
    FLAT
  }

  private static final TextPattern<Type> TYPE = TextPattern.word(Type.class);
  private static final TextPattern<Layout> LAYOUT = TextPattern.word(Layout.class);

  /** Names stand in URLs and are typed on command lines. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

  /** What an id looks like: nobody could say which of the two was meant. */
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

  private final Path home;
  private final List<Written> written = new ArrayList<>();

  /**
   * One exchange as it is written.
   *
   * @param name empty where none is written
   */
  private record Written(ConfigValue at, Optional<String> name, ExchangeConfig exchange) {}

  ExchangeReader(Path home) {
    this.home = home;
  }

  /** All exchanges, one at least. */
  List<ExchangeConfig> readAll(ConfigSection root) {
    root.find("exchange").flatMap(ConfigValue::section).ifPresent(this::read);
    root.find("exchanges").ifPresent(this::further);
    return written.isEmpty() ? List.of(new ExchangeConfig(home, List.of())) : distinct();
  }

  private void further(ConfigValue value) {
    if (isMapOfNames(value)) {
      ConfigSection names = value.section().orElseThrow();
      names.all();
      names
          .keys()
          .forEach(name ->
              names.under(name).section().ifPresent(section -> read(section, Optional.of(name))));
    } else {
      value.items().forEach(item -> item.section().ifPresent(this::read));
    }
  }

  /** One exchange that is no list counts as a list of one. */
  private static boolean isMapOfNames(ConfigValue value) {
    return value.isSection()
        && value.section().orElseThrow().all().stream().noneMatch(ConfigValue::isText);
  }

  private List<ExchangeConfig> distinct() {
    Set<Object> places = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (Written each : written) {
      if (!places.add(place(each.exchange()))) {
        each.at().wrong("this exchange is written twice", "leave one of the two out");
      } else if (each.name().isPresent() && !names.add(each.name().get())) {
        each.at()
            .wrong(
                "another exchange is called `" + each.name().get() + "` already",
                "write another name");
      }
    }
    List<ExchangeConfig> named = new ArrayList<>();
    for (Written each : written) {
      String name = each.name().orElseGet(() -> unused(each.exchange(), named.isEmpty(), names));
      names.add(name);
      named.add(each.exchange().named(name));
    }
    return named;
  }

  private static Object place(ExchangeConfig exchange) {
    return exchange.remote().<Object>map(RemoteConfig::url).orElse(exchange.path());
  }

  /** The first is the primary one; others are called after their place, which stays. */
  private static String unused(ExchangeConfig exchange, boolean first, Set<String> names) {
    String place =
        exchange
            .remote()
            .map(remote -> remote.url().getPath())
            .orElseGet(() -> exchange.path().toString());
    String last = place.substring(place.lastIndexOf('/') + 1).replaceFirst("^\\.+", "");
    String usual = NAME.matcher(last).matches() && !ID.matcher(last).matches() ? last : "exchange";
    return Stream.concat(
            first ? Stream.of(ExchangeConfig.PRIMARY, usual) : Stream.of(usual),
            Stream.iterate(2, number -> number + 1).map(number -> usual + "-" + number))
        .filter(name -> !names.contains(name))
        .findFirst()
        .orElseThrow();
  }

  private void read(ConfigSection section) {
    read(section, section.text("name"));
  }

  private void read(ConfigSection section, Optional<String> name) {
    name.ifPresent(given -> checkName(given, section));
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
                  new ExchangeConfig(
                      ExchangeConfig.PRIMARY,
                      section.find("path").flatMap(this::path).orElse(home),
                      files,
                      Optional.empty(),
                      keeping(section)));
          case REMOTE ->
              RemoteReader.read(section, name)
                  .map(remote ->
                      new ExchangeConfig(
                          ExchangeConfig.PRIMARY,
                          home.resolve(".gateway").resolve("remote"),
                          files,
                          Optional.of(remote),
                          Keeping.USUAL));
        };
    section.done();
    exchange.ifPresent(one -> written.add(new Written(section.value(), name, one)));
  }

  private static Keeping keeping(ConfigSection section) {
    ThreadLayout layout =
        section.as("layout", LAYOUT).orElse(Layout.FOLDER) == Layout.FLAT
            ? ThreadLayout.FLAT
            : ThreadLayout.DIRECTORY;
    Optional<Duration> after = section.as("archive_after", Quantities.DURATION_FORM);
    if (after.filter(some -> some.compareTo(Keeping.SHORTEST) < 0).isPresent()) {
      section
          .find("archive_after")
          .ifPresent(at -> at.wrong("it is too short", "write 1h or more, like 30d"));
    }
    return new Keeping(layout, after, section.as("suggest", TextPatterns.FLAG).orElse(false));
  }

  private static void checkName(String name, ConfigSection section) {
    if (!NAME.matcher(name).matches()) {
      section
          .value()
          .wrong(
              "an exchange cannot be called `" + name + "`",
              "use letters, digits, ., - and _, at most 60");
    } else if (ID.matcher(name).matches()) {
      section
          .value()
          .wrong("`" + name + "` looks like an id of an exchange", "choose another name");
    }
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
}
