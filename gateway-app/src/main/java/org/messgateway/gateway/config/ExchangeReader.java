package org.messgateway.gateway.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code exchange} and {@code exchanges}; without either it is the home directory itself. The
 * first one is where new tasks of agents go.
 */
final class ExchangeReader {

  private enum Type {
    LOCAL,
    REMOTE
  }

  private static final Form<Type> TYPE = Form.word(Type.class);

  private final Path home;

  ExchangeReader(Path home) {
    this.home = home;
  }

  /** One at least. */
  List<ExchangeConfig> readAll(Section root) {
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

  private Optional<ExchangeConfig> read(Section section) {
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
  private Optional<Path> path(Value value) {
    return value.text("a folder").flatMap(text -> path(value, text));
  }

  private Optional<Path> path(Value value, String text) {
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
