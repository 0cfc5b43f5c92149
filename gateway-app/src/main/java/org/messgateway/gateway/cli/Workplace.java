package org.messgateway.gateway.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.QueueStores;
import org.messgateway.gateway.adapters.AdapterRegistry;
import org.messgateway.gateway.adapters.DiscoveryProblem;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.Loaded;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.config.StoreConfig;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.QueueStore;

/**
 * A home as a command finds it: the adapters there are, and the configuration when it is asked for.
 */
final class Workplace implements AutoCloseable {

  private final Path home;
  private final Hint hint;
  private final AdapterRegistry registry;
  private @Nullable HomeDocuments documents;

  private Workplace(Path home, Hint hint, AdapterRegistry registry) {
    this.home = home;
    this.hint = hint;
    this.registry = registry;
  }

  /**
   * @param hint what to type next
   */
  static Workplace open(Path home, Hint hint) {
    return new Workplace(
        home, hint, AdapterRegistry.discover(adaptersBeside(), home.resolve("adapters")));
  }

  /** {@code adapters/} beside the gateway, as the launcher says where that is. */
  private static Path adaptersBeside() {
    return Path.of(System.getProperty("mess.application", "."), "adapters");
  }

  Path home() {
    return home;
  }

  AdapterRegistry registry() {
    return registry;
  }

  Map<String, String> environment() {
    try {
      return SecretsFile.under(System.getenv(), home);
    } catch (IOException e) {
      throw Failure.usage(home.resolve(SecretsFile.FILE) + " cannot be used: " + e.getMessage());
    }
  }

  ConfigLoader loader() {
    return new ConfigLoader(registry, ZoneId.systemDefault());
  }

  /** What the configuration is like, mistakes and all. */
  Loaded load() {
    if (!Files.exists(home.resolve(ConfigLoader.FILE))) {
      throw Failure.usage("There is no configuration in " + home + ". Run: " + hint.to("init"));
    }
    return loader().load(home, environment());
  }

  /** The configuration; ends the command with the whole report when it cannot be used. */
  GatewayConfig config() {
    refuseConflicts();
    return switch (load()) {
      case Loaded.Valid valid -> valid.config();
      case Loaded.Invalid invalid ->
          throw Failure.usage(
              home.resolve(ConfigLoader.FILE) + " cannot be used.\n" + ConfigReport.of(invalid));
    };
  }

  /** Two adapters of one type: nobody can say which is meant. */
  void refuseConflicts() {
    registry.problems().stream()
        .filter(DiscoveryProblem::stopsTheStart)
        .findFirst()
        .ifPresent(problem -> {
          throw Failure.usage(problem.toString());
        });
  }

  /** What people decided, tokens and keys; closed with this. */
  HomeDocuments documents(GatewayConfig config) {
    return documents(config.store());
  }

  /** The same where nothing else of a configuration is needed; without one they are files. */
  HomeDocuments documents() {
    boolean written = Files.exists(home.resolve(ConfigLoader.FILE));
    return documents(written ? config().store() : Optional.empty());
  }

  private HomeDocuments documents(Optional<StoreConfig> configured) {
    HomeDocuments present = documents;
    if (present == null) {
      QueueStore store =
          QueueStores.of(configured, home.resolve(".gateway"), InstantSource.system());
      try {
        present = HomeDocuments.ofCommand(store, home);
      } catch (QueueException | UncheckedIOException e) {
        throw Failure.failed(String.valueOf(e.getMessage()));
      }
      documents = present;
    }
    return present;
  }

  @Override
  public void close() {
    if (documents != null) {
      documents.close();
    }
    registry.close();
  }
}
