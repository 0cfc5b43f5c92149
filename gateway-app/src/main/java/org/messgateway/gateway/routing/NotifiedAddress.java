package org.messgateway.gateway.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.DeliveryLedger.Delivery;

/**
 * An address that a request reached and that is still configured.
 *
 * @param request the delivery that reached it
 * @param readers executors whom a message at this address concerns, in alphabetical order: the
 *     delivery's; on a people's channel all that share the address
 */
record NotifiedAddress(Delivery request, Audience audience, List<String> readers) {

  NotifiedAddress {
    readers = List.copyOf(readers);
  }

  /** All addresses of delivered requests, each once with its latest request. */
  static List<NotifiedAddress> asked(RoutingContext context) {
    Map<List<String>, Delivery> latest = new LinkedHashMap<>();
    for (Delivery row : context.ledger().deliveries()) {
      if (row.kind() == NotificationKind.REQUEST && row.state() == DeliveryState.DELIVERED) {
        latest.merge(key(row, context), row, (a, b) -> a.serial() > b.serial() ? a : b);
      }
    }
    List<NotifiedAddress> addresses = new ArrayList<>();
    for (Delivery row : latest.values()) {
      if (configured(row.executor(), row, context)) {
        addresses.add(new NotifiedAddress(row, audience(row, context), readers(row, context)));
      }
    }
    return addresses;
  }

  private static List<String> key(Delivery row, RoutingContext context) {
    return audience(row, context) == Audience.PEOPLE
        ? List.of(row.channel(), row.address())
        : List.of(row.channel(), row.address(), row.executor());
  }

  private static Audience audience(Delivery row, RoutingContext context) {
    return context.eligibility().audience(row.channel());
  }

  private static boolean configured(String executor, Delivery row, RoutingContext context) {
    return context
        .eligibility()
        .executor(executor)
        .filter(known -> at(known, row, context))
        .isPresent();
  }

  private static boolean at(Executor executor, Delivery row, RoutingContext context) {
    return context.eligibility().channels(executor).stream()
        .anyMatch(
            at -> at.channel().equals(row.channel()) && at.address().value().equals(row.address()));
  }

  private static List<String> readers(Delivery row, RoutingContext context) {
    if (audience(row, context) == Audience.MACHINES) {
      return List.of(row.executor());
    }
    TreeSet<String> readers =
        context.eligibility().executors().stream()
            .filter(executor -> at(executor, row, context))
            .filter(executor ->
                context.eligibility().suits(executor)
                    || executor.id().equals(context.conversation().holder()))
            .map(Executor::id)
            .collect(Collectors.toCollection(TreeSet::new));
    readers.add(row.executor());
    return new ArrayList<>(readers);
  }

  boolean machine() {
    return audience == Audience.MACHINES;
  }

  /** Whether the request's message can be edited. */
  boolean changeable() {
    return !machine() && request.changeable();
  }

  /** Whether people would need a further message, of which they get few. */
  boolean needsNote() {
    return !machine() && !request.changeable();
  }
}
