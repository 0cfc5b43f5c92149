package org.messgateway.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.home.DurableDocument;

/**
 * Registers executors, routing rules and capabilities at run time (protocol §7.4, {@code config}
 * messages). Executors and rules: in {@code <home>/registered.yaml}, or in the store that several
 * gateways share; what the operator wrote in files holds before it. Capabilities: in the catalogue
 * of an exchange. A message counts as a whole or not at all, and is durable when a method returns;
 * {@link ConfigWatch} puts it in force within two seconds. Safe for all threads and processes.
 */
public final class Registrations {

  /** Name of the file in the home directory. */
  public static final String FILE = RegisteredReader.FILE;

  static final String EXECUTORS = "executors";
  static final String ROUTING = "routing";
  static final String RULES = "rules";

  /** Largest document, in bytes: each start and each change reads it whole. */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_EXECUTORS = 1_000;

  private final ConfigLoader loader;
  private final Path home;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final Predicate<String> agents;

  /** Where no agent has a token. */
  public Registrations(
      ConfigLoader loader, Path home, Map<String, String> environment, InstantSource clock) {
    this(loader, home, environment, _ -> false, clock);
  }

  /**
   * @param loader with the document that is meant
   * @param environment of this process
   * @param agents whether an agent of that name has a token
   */
  public Registrations(
      ConfigLoader loader,
      Path home,
      Map<String, String> environment,
      Predicate<String> agents,
      InstantSource clock) {
    this.agents = agents;
    this.loader = loader;
    this.home = home;
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  /**
   * Something that was registered.
   *
   * @param type {@code executor}, {@code routing} or {@code capability}
   * @param name of the executor or capability; of rules how many there are
   * @param hints what whoever registered it should know
   */
  public record Accepted(String type, String name, List<String> hints) {

    public Accepted {
      hints = List.copyOf(hints);
    }
  }

  /** Takes what stands in entries of a message that names no exchange. */
  public List<Accepted> take(Registrant by, List<? extends @Nullable Object> configs) {
    return take(by, configs, Optional.empty());
  }

  /**
   * Takes what stands in entries of a message.
   *
   * @param exchange whose catalogue is meant, by its name or id; empty for the first one
   * @throws RegistrationException when nothing of them was registered
   */
  public List<Accepted> take(
      Registrant by, List<? extends @Nullable Object> configs, Optional<String> exchange) {
    return run(by, configs, exchange, true);
  }

  /**
   * Tells whether {@link #take} would take entries now; registers nothing.
   *
   * @throws RegistrationException when it would not
   */
  public void check(
      Registrant by, List<? extends @Nullable Object> configs, Optional<String> exchange) {
    List<Accepted> _ = run(by, configs, exchange, false);
  }

  private List<Accepted> run(
      Registrant by,
      List<? extends @Nullable Object> configs,
      Optional<String> exchange,
      boolean writes) {
    RegistrationChange change = new RegistrationChange(by, clock.instant().toString());
    configs.forEach(change::add);
    if (change.isEmpty()) {
      throw RegistrationException.mistake(
          "config",
          "it says nothing",
          "write executor: {id: …}, routing: {rules: […]} or capability: {id: …}");
    }
    change.accepted(List.of()).forEach(this::noAgent);
    Optional<CapabilityRegistry> catalogue =
        change.capabilities().isEmpty()
            ? Optional.empty()
            : Optional.of(CapabilityRegistry.of(present().exchanges(), exchange));
    catalogue.ifPresent(each -> each.check(by, change.capabilities()));
    List<Accepted> accepted =
        new ArrayList<>(change.registers() ? register(change, writes) : List.of());
    if (writes) {
      catalogue.ifPresent(
          each -> accepted.addAll(each.take(change.capabilities(), change.stamp())));
    }
    return accepted;
  }

  /** An agent and an executor of one name would speak for each other. */
  private void noAgent(Accepted registered) {
    if (registered.type().equals("executor") && agents.test(registered.name())) {
      throw RegistrationException.mistake(
          "config.executor.id",
          "`" + registered.name() + "` is an agent, which has a token of that name",
          "choose another id, or revoke that token");
    }
  }

  private List<Accepted> register(RegistrationChange change, boolean writes) {
    List<Accepted> accepted = new ArrayList<>();
    change(before -> {
      Map<String, Object> after = new LinkedHashMap<>(before);
      change.apply(after);
      if (after.equals(before)) {
        accepted.addAll(change.accepted(List.of()));
        return null;
      }
      byte[] written = written(after);
      accepted.addAll(checked(change, written));
      return writes ? written : null;
    });
    return accepted;
  }

  private GatewayConfig present() {
    try {
      return valid(loader.load(home, SecretsFile.under(environment, home))).config();
    } catch (IOException e) {
      throw RegistrationException.notNow("The configuration cannot be read: " + e.getMessage());
    }
  }

  private static LoadResult.Valid valid(LoadResult result) {
    return switch (result) {
      case LoadResult.Valid valid -> valid;
      case LoadResult.Invalid invalid ->
          throw RegistrationException.notNow(
              "config.yaml has mistakes just now, the first in "
                  + invalid.problems().getFirst().position()
                  + ". Nothing can be registered until it is mended.");
    };
  }

  /** Takes an executor out; false when it was not registered. */
  public boolean forget(String executor) {
    return remove(EXECUTORS, (Map<String, Object> executors) -> executors.remove(executor) != null);
  }

  /** Takes out all rules that were registered; false when there were none. */
  public boolean forgetRules() {
    boolean[] found = {false};
    change(before -> {
      Map<String, Object> after = new LinkedHashMap<>(before);
      found[0] = after.remove(ROUTING) != null;
      return found[0] ? written(after) : null;
    });
    return found[0];
  }

  private boolean remove(String key, Predicate<Map<String, Object>> removal) {
    boolean[] found = {false};
    change(before -> {
      Map<String, Object> after = new LinkedHashMap<>(before);
      Map<String, Object> inner = copied(after.get(key));
      found[0] = removal.test(inner);
      after.put(key, inner);
      return found[0] ? written(after) : null;
    });
    return found[0];
  }

  /** Makes the new document of the present one; null for no change. */
  private interface Rewriting {
    byte @Nullable [] of(Map<String, Object> before);
  }

  private void change(Rewriting change) {
    DurableDocument document = loader.registered(home);
    try {
      document.change(before -> change.of(read(document, before)));
    } catch (IOException e) {
      throw RegistrationException.notNow(
          document.shown() + " cannot be written: " + e.getMessage() + ". Try again later.");
    }
  }

  private static Map<String, Object> read(DurableDocument document, byte @Nullable [] before) {
    try {
      return before == null
          ? Map.of()
          : copied(YamlReader.meaning(Document.whole(document.shown(), before)).value());
    } catch (ThreadFormatException e) {
      throw RegistrationException.notNow(
          document.shown() + " cannot be read: " + e.getMessage() + ". Mend it or move it away.");
    }
  }

  private static byte[] written(Map<String, Object> tree) {
    byte[] bytes = YamlWriter.write(tree).getBytes(UTF_8);
    if (bytes.length > MOST_BYTES || copied(tree.get(EXECUTORS)).size() > MOST_EXECUTORS) {
      throw RegistrationException.mistake(
          "config",
          "no more can be registered here: at most %d executors and %d bytes in all"
              .formatted(MOST_EXECUTORS, MOST_BYTES),
          "");
    }
    return bytes;
  }

  static Map<String, Object> copied(@Nullable Object map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (map instanceof Map<?, ?> given) {
      given.forEach(
          (key, value) -> copy.put(String.valueOf(key), Objects.requireNonNullElse(value, "")));
    }
    return copy;
  }

  private List<Accepted> checked(RegistrationChange change, byte[] candidate) {
    LoadResult result;
    try {
      result = loader.load(home, SecretsFile.under(environment, home), candidate);
    } catch (IOException e) {
      throw RegistrationException.notNow("The configuration cannot be read: " + e.getMessage());
    }
    LoadResult.Valid valid = valid(result);
    List<ConfigProblem> told =
        valid.warnings().stream()
            .filter(warning -> warning.position().file().equals(FILE))
            .toList();
    change.check(valid.config(), told);
    return change.accepted(told);
  }
}
