package org.messgateway.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where executors and rules come from.
 *
 * @param registrars agents that may register executors, rules and capabilities
 * @param sources where each executor is written, by id: {@code config.yaml:12}, {@code
 *     executors/ana.yaml}, {@code registered by operator pat at 2026-11-23T10:00:00Z}
 * @param registered executors that were registered at run time
 * @param ruleSets rules that were registered at run time, by who did
 */
public record RegistryConfig(
    Set<String> registrars,
    Map<String, String> sources,
    Set<String> registered,
    Map<String, String> ruleSets) {

  static final RegistryConfig NONE = new RegistryConfig(Set.of(), Map.of(), Set.of(), Map.of());

  public RegistryConfig {
    registrars = Set.copyOf(registrars);
    sources = Map.copyOf(sources);
    registered = Set.copyOf(registered);
    ruleSets = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(ruleSets));
  }
}
