package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigValue.ReadContext;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.home.FileDocument;

/**
 * Reads {@code <home>/config.yaml}, {@code <home>/executors/*.yaml} and what was registered at run
 * time, and finds all mistakes at once. Starts nothing. Thread-safe.
 */
public final class ConfigLoader {

  /** The file's name in the home directory. */
  public static final String FILE = "config.yaml";

  /** Largest configuration, in bytes. */
  private static final long MAX_BYTES = 4 << 20;

  private final AdapterRegistry registry;
  private final ZoneId zone;
  private final @Nullable DurableDocument shared;

  /**
   * @param registry the adapters that were found
   * @param zone of executors that name none
   */
  public ConfigLoader(AdapterRegistry registry, ZoneId zone) {
    this(registry, zone, null);
  }

  private ConfigLoader(AdapterRegistry registry, ZoneId zone, @Nullable DurableDocument shared) {
    this.registry = registry;
    this.zone = zone;
    this.shared = shared;
  }

  /** The same where what was registered is not in the home. */
  public ConfigLoader withRegistered(DurableDocument document) {
    return new ConfigLoader(registry, zone, document);
  }

  /** Where executors and rules are kept that were registered at run time. */
  DurableDocument registered(Path home) {
    return shared == null ? new FileDocument(home.resolve(Registrations.FILE)) : shared;
  }

  /** The adapters that were found. */
  public AdapterRegistry adapters() {
    return registry;
  }

  /**
   * Reads the configuration as it stands now.
   *
   * @param home the home directory
   * @param environment what {@code ${NAME}} stands for
   */
  public LoadResult load(Path home, Map<String, String> environment) {
    return load(home, environment, null);
  }

  /**
   * The same as if {@code config.yaml} held this text.
   *
   * @param text not longer than a configuration may be
   */
  public LoadResult loadText(Path home, Map<String, String> environment, String text) {
    ConfigProblems problems = new ConfigProblems();
    return load(home, environment, Optional.of(text), registered(home, problems), problems);
  }

  /**
   * The same with other registered executors and rules.
   *
   * @param candidate in place of what is registered; null for that
   */
  LoadResult load(Path home, Map<String, String> environment, byte @Nullable [] candidate) {
    ConfigProblems problems = new ConfigProblems();
    return load(
        home,
        environment,
        text(home, problems),
        candidate == null ? registered(home, problems) : candidate,
        problems);
  }

  private LoadResult load(
      Path home,
      Map<String, String> environment,
      Optional<String> written,
      byte[] registered,
      ConfigProblems problems) {
    ReadContext reading =
        new ReadContext(
            problems, VariableExpansion.of(environment, problems), Address.Origin.CONFIGURATION);
    Optional<GatewayConfig> config =
        written
            .flatMap(text -> ConfigTree.parse(FILE, text, problems))
            .flatMap(node -> new ConfigValue("", node, reading).section())
            .map(root -> read(home.toAbsolutePath().normalize(), root, registered));
    return config.isPresent() && problems.count() == 0
        ? new LoadResult.Valid(config.get(), problems.warnings())
        : new LoadResult.Invalid(problems.errors(), problems.warnings());
  }

  /** A document that cannot be read costs what is in it, and nothing else. */
  private byte[] registered(Path home, ConfigProblems problems) {
    DurableDocument document = registered(home);
    try {
      return Objects.requireNonNullElse(document.read(), new byte[0]);
    } catch (IOException e) {
      problems.warn(
          "",
          SourcePosition.startOf(Registrations.FILE),
          document.shown() + " cannot be read: " + e,
          "see to its owner and its rights");
      return new byte[0];
    }
  }

  private GatewayConfig read(Path home, ConfigSection root, byte[] registered) {
    GatewayConfig config =
        new GatewayReader(home, root, registered, new ChannelNames(registry), zone).read();
    new ConfigWarnings(config, root).give();
    return config;
  }

  private static Optional<String> text(Path home, ConfigProblems problems) {
    Path file = home.resolve(FILE);
    SourcePosition at = SourcePosition.startOf(FILE);
    try {
      if (Files.size(file) <= MAX_BYTES) {
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
