package org.messgateway.gateway.answer.query;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.exchange.read.CapabilityFile;
import org.messgateway.gateway.routing.Catalogue;

/** The capabilities that are known here. Source: protocol §8.2. Safe for all threads. */
@FunctionalInterface
public interface CapabilityCatalogue {

  /** All of them, each once, in the order of their ids. */
  List<KnownCapability> all();

  /** Those that executors claim, without descriptions and tags. */
  static CapabilityCatalogue claimed(Supplier<Catalogue> catalogue) {
    return () ->
        catalogue.get().executors().values().stream()
            .flatMap(executor -> executor.capabilities().stream())
            .map(Requirement::id)
            .distinct()
            .sorted()
            .map(id -> new KnownCapability(id, null, List.of()))
            .toList();
  }

  /**
   * Those that the files of the exchanges describe, and those that executors claim. Of several
   * descriptions of one id the first counts.
   */
  static CapabilityCatalogue of(List<CapabilityFile> files, Supplier<Catalogue> catalogue) {
    CapabilityCatalogue claimed = claimed(catalogue);
    return () -> {
      SortedMap<String, KnownCapability> known = new TreeMap<>();
      files.stream()
          .flatMap(file -> file.all().stream())
          .forEach(each ->
              known.putIfAbsent(
                  each.id(), new KnownCapability(each.id(), each.description(), each.tags())));
      claimed.all().forEach(each -> known.putIfAbsent(each.id(), each));
      return List.copyOf(known.values());
    };
  }

  /**
   * One capability.
   *
   * @param description null for none
   */
  record KnownCapability(String id, @Nullable String description, List<String> tags) {

    public KnownCapability {
      tags = List.copyOf(tags);
    }
  }
}
