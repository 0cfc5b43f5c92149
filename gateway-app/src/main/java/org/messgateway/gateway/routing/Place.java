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
import org.messgateway.gateway.routing.Told.Delivery;

/**
 * Where somebody was asked: an address that a request reached and that is still configured.
 *
 * @param request what reached it
 * @param readers whom a message there concerns, in alphabetical order: its executor; on a people's
 *     channel all who share the address
 */
record Place(Delivery request, Audience audience, List<String> readers) {

  Place {
    readers = List.copyOf(readers);
  }

  /** Where requests were delivered, each address once: the latest request there. */
  static List<Place> asked(Question question) {
    Map<List<String>, Delivery> latest = new LinkedHashMap<>();
    for (Delivery row : question.told().deliveries()) {
      if (row.kind() == NotificationKind.REQUEST && row.state() == DeliveryState.DELIVERED) {
        latest.merge(key(row, question), row, (a, b) -> a.serial() > b.serial() ? a : b);
      }
    }
    List<Place> places = new ArrayList<>();
    for (Delivery row : latest.values()) {
      if (configured(row.executor(), row, question)) {
        places.add(new Place(row, audience(row, question), readers(row, question)));
      }
    }
    return places;
  }

  private static List<String> key(Delivery row, Question question) {
    return audience(row, question) == Audience.PEOPLE
        ? List.of(row.channel(), row.address())
        : List.of(row.channel(), row.address(), row.executor());
  }

  private static Audience audience(Delivery row, Question question) {
    return question.eligibility().audience(row.channel());
  }

  private static boolean configured(String executor, Delivery row, Question question) {
    return question
        .eligibility()
        .executor(executor)
        .filter(known -> at(known, row, question))
        .isPresent();
  }

  private static boolean at(Executor executor, Delivery row, Question question) {
    return question.eligibility().channels(executor).stream()
        .anyMatch(
            at -> at.channel().equals(row.channel()) && at.address().value().equals(row.address()));
  }

  private static List<String> readers(Delivery row, Question question) {
    if (audience(row, question) == Audience.MACHINES) {
      return List.of(row.executor());
    }
    TreeSet<String> readers =
        question.eligibility().executors().stream()
            .filter(executor -> at(executor, row, question))
            .filter(executor ->
                question.eligibility().suits(executor)
                    || executor.id().equals(question.course().holder()))
            .map(Executor::id)
            .collect(Collectors.toCollection(TreeSet::new));
    readers.add(row.executor());
    return new ArrayList<>(readers);
  }

  boolean machine() {
    return audience == Audience.MACHINES;
  }

  /** Whether what stands there can be made to say something else. */
  boolean changeable() {
    return !machine() && request.changeable();
  }

  /** Only a further message says something there, and people are not to get many. */
  boolean needsNote() {
    return !machine() && !request.changeable();
  }
}
