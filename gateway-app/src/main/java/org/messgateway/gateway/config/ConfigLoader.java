package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.gateway.adapters.AdapterRegistry;

/**
 * Reads {@code <home>/config.yaml} and {@code <home>/executors/*.yaml}. Finds every mistake in one
 * go. Starts nothing, keeps nothing; any thread may use it.
 */
public final class ConfigLoader {

  /** The file's name in the home directory. */
  public static final String FILE = "config.yaml";

  /** No configuration is larger; a wrong file may be. */
  private static final long MOST = 4 << 20;

  private final AdapterRegistry registry;
  private final ZoneId zone;

  /**
   * @param registry which adapters there are
   * @param zone of executors that name none
   */
  public ConfigLoader(AdapterRegistry registry, ZoneId zone) {
    this.registry = registry;
    this.zone = zone;
  }

  /**
   * Reads one version.
   *
   * @param home the home directory
   * @param environment what {@code ${NAME}} stands for
   */
  public Loaded load(Path home, Map<String, String> environment) {
    Problems problems = new Problems();
    Reading reading =
        new Reading(problems, Variables.of(environment, problems), Address.Origin.CONFIGURATION);
    Optional<GatewayConfig> config =
        text(home, problems)
            .flatMap(text -> ConfigTree.parse(FILE, text, problems))
            .flatMap(node -> new Value("", node, reading).section())
            .map(root -> read(home.toAbsolutePath().normalize(), root));
    return config.isPresent() && problems.count() == 0
        ? new Loaded.Valid(config.get(), problems.warnings())
        : new Loaded.Invalid(problems.errors(), problems.warnings());
  }

  private GatewayConfig read(Path home, Section root) {
    GatewayConfig config = new GatewayReader(home, root, new KnownChannels(registry), zone).read();
    new Advice(config, root).give();
    return config;
  }

  private static Optional<String> text(Path home, Problems problems) {
    Path file = home.resolve(FILE);
    Position at = Position.startOf(FILE);
    try {
      if (Files.size(file) <= MOST) {
        return Optional.of(Files.readString(file));
      }
      problems.error("", at, "this file is larger than 4 MiB", "it cannot be a configuration");
    } catch (NoSuchFileException e) {
      problems.error("", at, "there is no " + file, "run ./mess-gateway init to make one");
    } catch (CharacterCodingException e) {
      problems.error("", at, "this file is not UTF-8", "save it as UTF-8");
    } catch (IOException e) {
      problems.error("", at, file + " cannot be read: " + e, "see to its owner and its rights");
    }
    return Optional.empty();
  }
}
