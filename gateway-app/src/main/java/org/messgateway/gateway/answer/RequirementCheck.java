package org.messgateway.gateway.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.UnclaimedCapabilities;

/**
 * Tells agents which capabilities their requests require that no executor has. The requests count
 * all the same: an executor that has them may come. Safe for all threads.
 */
public final class RequirementCheck implements AgentRequests {

  private final AgentRequests requests;
  private final Supplier<Catalogue> catalogue;
  private final Supplier<Set<String>> described;

  /**
   * @param requests takes the messages
   * @param catalogue in force
   * @param described ids of the capabilities that the exchanges describe
   */
  public RequirementCheck(
      AgentRequests requests, Supplier<Catalogue> catalogue, Supplier<Set<String>> described) {
    this.requests = requests;
    this.catalogue = catalogue;
    this.described = described;
  }

  @Override
  public RequestResult ask(List<Map<String, @Nullable Object>> mess) {
    return requests.ask(mess);
  }

  @Override
  public RequestResult say(RequestMessage message) {
    RequestResult result = requests.say(message);
    return result instanceof RequestResult.Stored stored ? checked(message, stored) : result;
  }

  /** Requests and the threads made of them are in the same order. */
  private RequestResult.Stored checked(RequestMessage message, RequestResult.Stored stored) {
    List<EntryOutcome> outcomes = new ArrayList<>(stored.outcomes());
    Iterator<Created> created = stored.created().iterator();
    message.mess().stream()
        .flatMap(entry -> Stream.ofNullable(entry.get("request")))
        .forEach(request -> {
          if (created.hasNext()) {
            String ref = created.next().ref();
            UnclaimedCapabilities.sentences(required(request), catalogue.get(), described)
                .forEach(sentence -> outcomes.add(new UnclaimedRequirement(ref, sentence)));
          }
        });
    return new RequestResult.Stored(stored.receivedAt(), outcomes);
  }

  private static List<String> required(Object request) {
    return request instanceof Map<?, ?> map
        ? Stream.of("requires", "required_capabilities")
            .flatMap(key -> Stream.ofNullable(map.get(key)))
            .flatMap(RequirementCheck::ids)
            .toList()
        : List.of();
  }

  /** Ids, and maps of ids and what is said of them. */
  private static Stream<String> ids(@Nullable Object value) {
    return switch (value) {
      case null -> Stream.empty();
      case Collection<?> several -> several.stream().flatMap(RequirementCheck::ids);
      case Map<?, ?> map -> map.keySet().stream().map(String::valueOf);
      default -> Stream.of(value.toString());
    };
  }
}
