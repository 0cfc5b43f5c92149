package org.messgateway.gateway.adapters;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import org.messgateway.api.AdapterProvider;

/**
 * The adapters that were found: by {@link java.util.ServiceLoader} on the class path, and in the
 * folders that jars are dropped into. Source: DESIGN §4 (Discovery).
 *
 * <p>Immutable. Closing it closes the class loaders of dropped-in jars; adapters made by it must be
 * closed before.
 */
public final class AdapterRegistry implements AutoCloseable {

  private final NavigableMap<String, RegisteredProvider> providers;
  private final List<AdapterSource> sources;
  private final List<DiscoveryProblem> problems;
  private final ClassLoaders loaders;

  private AdapterRegistry(Discovery discovery) {
    this.providers = Collections.unmodifiableNavigableMap(new TreeMap<>(discovery.providers()));
    this.sources = List.copyOf(discovery.sources());
    this.problems = List.copyOf(discovery.problems());
    this.loaders = discovery.loaders();
  }

  /**
   * Looks for adapters. Never throws for what it finds: see {@link #problems()}.
   *
   * @param beside the folder {@code adapters/} beside the gateway; may be missing
   * @param home the folder {@code <home>/adapters}; may be missing
   */
  public static AdapterRegistry discover(Path beside, Path home) {
    Discovery discovery = new Discovery(AdapterRegistry.class.getClassLoader());
    discovery.classPath();
    discovery.folder(beside);
    if (!home.toAbsolutePath().normalize().equals(beside.toAbsolutePath().normalize())) {
      discovery.folder(home);
    }
    return new AdapterRegistry(discovery);
  }

  /** These and no other, for programs that embed the gateway. */
  public static AdapterRegistry of(AdapterProvider... providers) {
    Discovery discovery = new Discovery(AdapterRegistry.class.getClassLoader());
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

  /** Every place an adapter came from or should have come from, in the order it was looked at. */
  public List<AdapterSource> sources() {
    return sources;
  }

  /** What was wrong; one that {@link DiscoveryProblem#stopsTheStart()} ends the program. */
  public List<DiscoveryProblem> problems() {
    return problems;
  }

  @Override
  public void close() {
    loaders.close();
  }
}
