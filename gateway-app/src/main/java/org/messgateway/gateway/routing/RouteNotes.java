package org.messgateway.gateway.routing;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a reader of an explanation should know beside the verdicts. */
final class RouteNotes {

  private RouteNotes() {}

  static List<String> of(RoutingContext context, Catalogue catalogue, ExecutorSelection selection) {
    Set<String> named = selection.named();
    Stream<String> channels =
        catalogue.executors().values().stream()
            .filter(executor -> named.contains(executor.id()))
            .flatMap(executor ->
                context.eligibility().unknownChannels(executor).stream()
                    .map(channel ->
                        "%s has an address on %s, a channel that is not configured"
                            .formatted(executor.id(), channel)));
    Stream<String> silent =
        catalogue.executors().values().stream()
            .filter(executor -> named.contains(executor.id()))
            .flatMap(executor ->
                context.eligibility().silentChannels(executor).stream()
                    .map(channel ->
                        "%s opted out of %s and is not told there"
                            .formatted(executor.id(), channel)));
    return Stream.of(
            context.deadline().notes().stream(), selection.notes().stream(), channels, silent)
        .flatMap(notes -> notes)
        .toList();
  }
}
