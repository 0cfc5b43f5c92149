package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.SettingDescription;
import org.messgateway.gateway.adapters.AdapterRegistry;
import org.messgateway.gateway.adapters.DiscoveryProblem;
import org.messgateway.gateway.adapters.RegisteredProvider;

/** The names that can stand under {@code notify}, and what is behind each. */
final class KnownChannels {

  /** What a name stands for. */
  sealed interface Known {

    /** An adapter. */
    record Usable(String name, RegisteredProvider provider) implements Known {}

    /** An adapter that should be there. */
    record Held(HeldChannel channel) implements Known {}
  }

  private final AdapterRegistry registry;
  private final Map<String, Known> written = new LinkedHashMap<>();
  private final Map<String, HeldChannel> heldByUse = new LinkedHashMap<>();

  KnownChannels(AdapterRegistry registry) {
    this.registry = registry;
  }

  /** A channel with a section of its own below {@code dispatch}. */
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

  /** Everything that could have been meant. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(written.keySet());
    names.addAll(registry.types());
    return names;
  }

  Set<String> types() {
    return registry.types();
  }

  /**
   * Whether an unknown type may be that of an adapter which could not be loaded: any may, but one
   * that looks like a slip of the keyboard only when a broken jar is called like it.
   */
  boolean mayBeBroken(String type) {
    boolean slip = NearMatch.of(type, names()).isPresent();
    return registry.problems().stream()
        .filter(problem -> !problem.stopsTheStart())
        .anyMatch(problem -> !slip || fileName(problem).contains(type));
  }

  private static String fileName(DiscoveryProblem problem) {
    return problem.origin().substring(problem.origin().lastIndexOf('/') + 1);
  }

  /** A channel that only {@code notify} names, while some jar is broken. */
  HeldChannel hold(String name, String type) {
    HeldChannel held = new HeldChannel(name, type, absence(type));
    heldByUse.putIfAbsent(name, held);
    return held;
  }

  private String absence(String type) {
    String broken =
        registry.problems().stream()
            .filter(problem -> !problem.stopsTheStart())
            .map(DiscoveryProblem::toString)
            .findFirst()
            .map(told -> "; a jar that could not be loaded: " + told)
            .orElse("; put its jar into adapters/ beside config.yaml");
    return "there is no adapter of type " + type + broken;
  }
}
