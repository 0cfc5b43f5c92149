package org.messgateway.gateway.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads {@code exchange}; left out, it is the home directory itself. */
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

  ExchangeConfig read(Optional<Section> written) {
    return written.map(this::read).orElseGet(() -> new ExchangeConfig(home, List.of()));
  }

  private ExchangeConfig read(Section section) {
    section
        .as("type", TYPE)
        .filter(type -> type == Type.REMOTE)
        .ifPresent(_ ->
            section
                .under("type")
                .wrong("remote exchanges come with a later version", "write type: local"));
    Path path = section.find("path").flatMap(this::path).orElse(home);
    List<Path> files =
        section.find("files").stream()
            .flatMap(list -> list.items().stream())
            .flatMap(item -> path(item).stream())
            .toList();
    section.done();
    return new ExchangeConfig(path, files);
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
