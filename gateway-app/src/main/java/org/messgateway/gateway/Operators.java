package org.messgateway.gateway;

import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.trouble.Case;

/** Who is told of trouble, and where. */
record Operators(LiveConfiguration configuration) {

  List<Executor> all() {
    GatewayConfig config = configuration.get();
    return config.operators().stream()
        .flatMap(id -> Optional.ofNullable(config.catalogue().executors().get(id)).stream())
        .toList();
  }

  /** Where an operator is told: over what is in trouble itself only when there is nothing else. */
  static List<ChannelAddress> places(Executor operator, Case one) {
    String about = one.latest().about();
    List<ChannelAddress> all = operator.notifyPlan().channels();
    List<ChannelAddress> others =
        all.stream().filter(place -> !(about + "/").startsWith(place.channel() + "/")).toList();
    return others.isEmpty() ? all : others;
  }
}
