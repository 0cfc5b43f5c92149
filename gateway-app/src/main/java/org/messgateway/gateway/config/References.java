package org.messgateway.gateway.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.routing.Executor;

/**
 * Looks whether executors that are named somewhere exist. One that does not is passed over, as the
 * plan's router does, so it is worth a warning only.
 */
final class References {

  private final Set<String> executors;

  References(Map<String, Executor> executors) {
    this.executors = executors.keySet();
  }

  void check(List<RoutingReader.Named> named, List<Value> operators) {
    named.forEach(one -> check(one.executor(), one.written()));
    for (Value operator : operators) {
      if (operator.isText()) {
        operator.text().ifPresent(id -> check(id, operator));
      }
    }
  }

  private void check(String id, Value written) {
    if (!executors.contains(id)) {
      written.warn(
          "there is no executor `" + id + "`, it is passed over", NearMatch.hint(id, executors));
    }
  }
}
