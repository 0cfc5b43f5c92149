package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.SettingDescription;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.discovery.DiscoveryProblem;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.config.GatewayConfig.HeldChannel;
import org.messgateway.gateway.routing.SpellingHint;

/** The names that can stand under {@code notify}, each with its adapter. */
final class ChannelNames {

  /** The channel behind a name. */
  sealed interface Known {

    /** A channel whose adapter was found. */
    record Usable(String name, RegisteredProvider provider) implements Known {}

    /** A channel whose adapter is missing or broken. */
    record Held(HeldChannel channel) implements Known {}
  }

  private final AdapterRegistry registry;
  private final Map<String, Known> written = new LinkedHashMap<>();
  private final Map<String, HeldChannel> heldByUse = new LinkedHashMap<>();

  ChannelNames(AdapterRegistry registry) {
    this.registry = registry;
  }

  /** Adds a channel that has a section of its own below {@code dispatch}. */
  void write(String name, Known known) {
    written.put(name, known);
  }

  Optional<Known> find(String name) {
    Known known = written.get(name);
    return known != null
        ? Optional.of(known)
        : registry
            .provider(name)
            .map(provider -> (Known) new Known.Usable(name, provider))
            .or(() -> Optional.ofNullable(heldByUse.get(name)).map(Known.Held::new));
  }

  /** The channel for an address of a type: of that name, else the first one of that type. */
  Optional<Known> ofType(String type) {
    return written.containsKey(type)
        ? find(type)
        : written.values().stream()
            .filter(known -> typeOf(known).equals(type))
            .findFirst()
            .or(() -> find(type));
  }

  private static String typeOf(Known known) {
    return switch (known) {
      case Known.Usable usable -> usable.provider().type();
      case Known.Held held -> held.channel().type();
    };
  }

  Optional<RegisteredProvider> provider(String type) {
    return registry.provider(type);
  }

  /** Whether a channel has no section of its own although its adapter needs one. */
  boolean lacksSettings(Known.Usable channel) {
    return !written.containsKey(channel.name())
        && channel.provider().description().settings().stream()
            .anyMatch(SettingDescription::required);
  }

  /** All names that can be used: candidates for a misspelled one. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(written.keySet());
    names.addAll(registry.types());
    return names;
  }

  Set<String> types() {
    return registry.types();
  }

  /**
   * Whether an unknown type may belong to an adapter whose jar could not be loaded. A type that
   * looks misspelled does so only when the name of a broken jar contains it.
   */
  boolean mayBeBroken(String type) {
    if (registry.setAside(type).isPresent()) {
      return true;
    }
    boolean misspelled = SpellingHint.of(type, names()).isPresent();
    return registry.problems().stream()
        .filter(problem -> !problem.stopsTheStart())
        .anyMatch(problem -> !misspelled || fileName(problem).contains(type));
  }

  private static String fileName(DiscoveryProblem problem) {
    return problem.origin().substring(problem.origin().lastIndexOf('/') + 1);
  }

  /** Makes a held channel of a name. */
  HeldChannel hold(String name, String type) {
    HeldChannel held = new HeldChannel(name, type, absence(type));
    heldByUse.putIfAbsent(name, held);
    return held;
  }

  private String absence(String type) {
    String why =
        registry
            .setAside(type)
            .or(() ->
                registry.problems().stream()
                    .filter(problem -> !problem.stopsTheStart())
                    .findFirst())
            .map(told -> "; a jar that could not be loaded: " + told)
            .or(() ->
                registry.newcomers().stream()
                    .findFirst()
                    .map(jar -> "; " + jar + " came after the start: restart the gateway"))
            .orElse("; put its jar into adapters/ beside config.yaml, and restart");
    return "there is no adapter of type " + type + why;
  }
}
