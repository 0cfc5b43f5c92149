package org.messgateway.gateway.cli.command;

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
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.discovery.DiscoveryProblem;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleFileException;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.routing.Executor;

/**
 * A home as a command finds it: the adapters there are, and the configuration when it is asked for.
 */
public final class CommandContext implements AutoCloseable {

  private final Path home;
  private final CommandHint hint;
  private final AdapterRegistry registry;
  private @Nullable HomeDocuments documents;

  private CommandContext(Path home, CommandHint hint, AdapterRegistry registry) {
    this.home = home;
    this.hint = hint;
    this.registry = registry;
  }

  /**
   * The home of a command.
   *
   * @param hint the next command to type
   */
  public static CommandContext open(Path home, CommandHint hint) {
    return open(home, hint, JarStrikes.ofCommand(home));
  }

  /**
   * The home of a command that knows more of its jars.
   *
   * @param strikes what drop-in jars did
   */
  public static CommandContext open(Path home, CommandHint hint, JarStrikes strikes) {
    return new CommandContext(
        home, hint, AdapterRegistry.discover(adaptersBeside(), home.resolve("adapters"), strikes));
  }

  /** {@code adapters/} beside the gateway, as the launcher says where that is. */
  private static Path adaptersBeside() {
    return Path.of(System.getProperty("mess.application", "."), "adapters");
  }

  public Path home() {
    return home;
  }

  public AdapterRegistry registry() {
    return registry;
  }

  public Map<String, String> environment() {
    try {
      return SecretsFile.under(System.getenv(), home);
    } catch (IOException e) {
      throw CommandFailure.usage(
          home.resolve(SecretsFile.FILE) + " cannot be used: " + e.getMessage());
    }
  }

  public ConfigLoader loader() {
    return new ConfigLoader(registry, ZoneId.systemDefault());
  }

  /** The configuration with its mistakes. */
  public LoadResult load() {
    if (!Files.exists(home.resolve(ConfigLoader.FILE))) {
      throw CommandFailure.usage(
          "There is no configuration in " + home + ". Run: " + hint.to("init"));
    }
    return loader().load(home, environment());
  }

  /** The configuration; ends the command with the whole report when it cannot be used. */
  public GatewayConfig config() {
    refuseConflicts();
    return switch (load()) {
      case LoadResult.Valid valid -> valid.config();
      case LoadResult.Invalid invalid ->
          throw CommandFailure.usage(
              home.resolve(ConfigLoader.FILE) + " cannot be used.", ConfigReport.of(invalid));
    };
  }

  /** The same with executors and rules that were registered in a shared store. */
  public GatewayConfig inForce() {
    GatewayConfig written = config();
    return shared(written)
            && documents(written).loading(loader()).load(home, environment())
                instanceof LoadResult.Valid valid
        ? valid.config()
        : written;
  }

  /** Changes what is registered at run time. */
  public Registrations registrations(InstantSource clock) {
    GatewayConfig written = config();
    ConfigLoader loading = shared(written) ? documents(written).loading(loader()) : loader();
    StoredTokens tokens =
        new StoredTokens(documents(written).tokens(), home.resolve(".gateway/keys"), clock);
    return new Registrations(loading, home, System.getenv(), tokens::hasAgent, clock);
  }

  private static boolean shared(GatewayConfig config) {
    return config.store().filter(store -> StoreConfig.isPostgres(store.url())).isPresent();
  }

  /** Two adapters of one type are ambiguous. */
  public void refuseConflicts() {
    registry.problems().stream()
        .filter(DiscoveryProblem::stopsTheStart)
        .findFirst()
        .ifPresent(problem -> {
          throw CommandFailure.usage(problem.toString());
        });
  }

  /** The home's {@code people.yaml}; a running gateway sees a change within a second. */
  public PeopleFile people(GatewayConfig config) {
    try {
      return documents(config).people();
    } catch (PeopleFileException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  /** The executor that was named; ends the command where there is none of that name. */
  public static Executor executor(GatewayConfig config, String id) {
    return config
        .catalogue()
        .executor(id)
        .orElseThrow(() ->
            CommandFailure.usage(
                "There is no executor "
                    + id
                    + ". There are: "
                    + String.join(", ", config.catalogue().executors().keySet())));
  }

  /**
   * The exchange that was named; ends the command where there is none of that name.
   *
   * @param name null for the first
   */
  public static ExchangeConfig exchange(GatewayConfig config, @Nullable String name) {
    return name == null
        ? config.exchange()
        : config
            .exchange(name)
            .orElseThrow(() ->
                CommandFailure.usage(
                    "There is no exchange %s. There are: %s."
                        .formatted(name, String.join(", ", config.exchangeNames()))));
  }

  /** Whether no gateway has run in this home, nor used its store from another. */
  public boolean nothingRan() {
    return !StoreFactory.of(config().store(), home.resolve(".gateway"), InstantSource.system())
        .exists();
  }

  /** People's decisions, tokens and keys; closed with this. */
  public HomeDocuments documents(GatewayConfig config) {
    return documents(config.store());
  }

  /** The same where nothing else of a configuration is needed; without one they are files. */
  public HomeDocuments documents() {
    boolean written = Files.exists(home.resolve(ConfigLoader.FILE));
    return documents(written ? config().store() : Optional.empty());
  }

  private HomeDocuments documents(Optional<StoreConfig> configured) {
    HomeDocuments present = documents;
    if (present == null) {
      QueueStore store =
          StoreFactory.of(configured, home.resolve(".gateway"), InstantSource.system());
      try {
        present = HomeDocuments.ofCommand(store, home);
      } catch (QueueException | UncheckedIOException e) {
        throw CommandFailure.failed(String.valueOf(e.getMessage()));
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
