package org.messgateway.gateway.channels.discovery;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.messgateway.api.AdapterProvider;

/**
 * The adapters that were found: by {@link java.util.ServiceLoader} on the class path, and in the
 * folders that jars are dropped into. Source: docs/rules.md#adapters.
 *
 * <p>Immutable. Closing it closes the class loaders of dropped-in jars; adapters made by it must be
 * closed before.
 */
public final class AdapterRegistry implements AutoCloseable {

  private final NavigableMap<String, RegisteredProvider> providers;
  private final List<AdapterSource> sources;
  private final List<DiscoveryProblem> problems;
  private final AdapterClassLoaders loaders;
  private final Map<String, DiscoveryProblem> setAside;
  private final Map<Path, Set<Path>> folders;

  private AdapterRegistry(AdapterDiscovery discovery) {
    this.providers = Collections.unmodifiableNavigableMap(new TreeMap<>(discovery.providers()));
    this.sources = List.copyOf(discovery.sources());
    this.problems = List.copyOf(discovery.problems());
    this.loaders = discovery.loaders();
    this.setAside = Map.copyOf(discovery.setAside());
    this.folders = Map.copyOf(discovery.folders());
  }

  /**
   * Looks for adapters. What cannot be used is in {@link #problems()}; nothing is thrown.
   *
   * @param beside the folder {@code adapters/} beside the gateway; may be missing
   * @param home the folder {@code <home>/adapters}; may be missing
   * @param strikes what jars did before, and will do
   */
  public static AdapterRegistry discover(Path beside, Path home, JarStrikes strikes) {
    return discover(beside, home, strikes, CallLimits.USUAL);
  }

  static AdapterRegistry discover(Path beside, Path home, JarStrikes strikes, CallLimits limits) {
    AdapterDiscovery discovery =
        new AdapterDiscovery(AdapterRegistry.class.getClassLoader(), strikes, limits);
    discovery.classPath();
    discovery.folder(beside);
    if (!home.toAbsolutePath().normalize().equals(beside.toAbsolutePath().normalize())) {
      discovery.folder(home);
    }
    return new AdapterRegistry(discovery);
  }

  /** For a command: remembers nothing of what jars do. */
  public static AdapterRegistry discover(Path beside, Path home) {
    return discover(beside, home, JarStrikes.ofCommand(home.resolveSibling("none")));
  }

  /** A registry of given providers, for programs that embed the gateway. */
  public static AdapterRegistry of(AdapterProvider... providers) {
    AdapterDiscovery discovery =
        new AdapterDiscovery(
            AdapterRegistry.class.getClassLoader(),
            JarStrikes.ofCommand(Path.of("")),
            CallLimits.USUAL);
    for (AdapterProvider provider : providers) {
      discovery.given(provider);
    }
    return new AdapterRegistry(discovery);
  }

  public Optional<RegisteredProvider> provider(String type) {
    return Optional.ofNullable(providers.get(type));
  }

  /** All types, by name. */
  public SortedSet<String> types() {
    return providers.navigableKeySet();
  }

  /** The places that were searched, in that order. */
  public List<AdapterSource> sources() {
    return sources;
  }

  /** The problems found; one with {@link DiscoveryProblem#stopsTheStart()} ends the program. */
  public List<DiscoveryProblem> problems() {
    return problems;
  }

  /** Why the jar that had adapters of this type is not loaded. */
  public Optional<DiscoveryProblem> setAside(String type) {
    return Optional.ofNullable(setAside.get(type));
  }

  /** Jars and folders that were dropped in since: the next start loads them. */
  public List<Path> newcomers() {
    return folders.entrySet().stream()
        .flatMap(each ->
            new DropInFolder(each.getKey())
                .entries(new ArrayList<>()).stream()
                    .filter(entry -> !each.getValue().contains(entry)))
        .toList();
  }

  @Override
  public void close() {
    loaders.close();
  }
}
