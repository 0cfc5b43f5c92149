package org.messgateway.gateway.routing;

import java.util.List;
import org.messgateway.api.mess.Requirement;

/**
 * Matching of capabilities: by exact id, all of them; metadata on either side is carried and never
 * decides. Source: protocol §8.4 and §8.5.
 */
final class Capabilities {

  private Capabilities() {}

  /** Required ids that are not claimed, in the order of the request; empty when able. */
  static List<String> missing(List<Requirement> required, List<Requirement> claimed) {
    return has(claimed, required)
        ? List.of()
        : required.stream()
            .map(Requirement::id)
            .filter(id -> !claims(claimed, id))
            .distinct()
            .toList();
  }

  /** Whether all required capabilities are claimed. */
  static boolean has(List<Requirement> claimed, List<Requirement> required) {
    for (Requirement each : required) {
      if (!claims(claimed, each.id())) {
        return false;
      }
    }
    return true;
  }

  // A loop and no stream: it runs for all executors and each thread.
  private static boolean claims(List<Requirement> claimed, String id) {
    for (Requirement each : claimed) {
      if (each.id().equals(id)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the required ids stands in the list. */
  static boolean anyOf(List<Requirement> required, List<String> ids) {
    for (Requirement each : required) {
      if (ids.contains(each.id())) {
        return true;
      }
    }
    return false;
  }
}
