package org.messgateway.gateway.cli.command;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.ConfigLoader;

/**
 * Which folder is the home: {@code --home}, else {@code MESS_HOME}, else {@code ~/.mess}. Where
 * that has no configuration, {@code mess-mcp/config.yaml} among the user's configurations is it,
 * and its folder the home.
 *
 * @param folder absolute
 * @param named whether somebody who starts a command without this process's environment has to name
 *     it
 */
public record HomeChoice(Path folder, boolean named) {

  /** Of the user's folder of configurations. */
  private static final String MESS_MCP = "mess-mcp";

  /**
   * Chooses.
   *
   * @param option as {@code --home} says it; null where it does not
   */
  static HomeChoice of(@Nullable Path option, Map<String, String> environment, Path userHome) {
    if (option != null) {
      return new HomeChoice(absolute(option), true);
    }
    Optional<Path> variable = variable(environment, "MESS_HOME");
    if (variable.isPresent()) {
      return new HomeChoice(variable.get(), true);
    }
    Path usual = userHome.resolve(".mess");
    Optional<Path> configurations = variable(environment, "XDG_CONFIG_HOME");
    Path other = configurations.orElseGet(() -> userHome.resolve(".config")).resolve(MESS_MCP);
    return !isHome(usual) && isHome(other)
        ? new HomeChoice(other, configurations.isPresent())
        : new HomeChoice(usual, false);
  }

  private static Optional<Path> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(text -> !text.isBlank())
        .map(text -> absolute(path(name, text)));
  }

  private static Path path(String variable, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw CommandFailure.usage(
          variable
              + " cannot be the name of a folder under this locale: "
              + text
              + ". Set LC_ALL=C.UTF-8, or name another folder.");
    }
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /** Whether it has a configuration. */
  public static boolean isHome(Path folder) {
    return Files.exists(folder.resolve(ConfigLoader.FILE));
  }
}
