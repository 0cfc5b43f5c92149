package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.Decision;
import org.messgateway.gateway.dispatch.Wanted;
import org.messgateway.gateway.gentle.Place;
import org.messgateway.gateway.gentle.RequestWindow;
import org.messgateway.gateway.gentle.TaskList;
import org.messgateway.gateway.gentle.TaskLists;
import org.messgateway.gateway.journal.AskedTasks;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Keeps people from being flooded, right before sending: what is above a few new tasks in ten
 * minutes waits and is counted in a list; what gathered over hours comes as one list (DESIGN §5,
 * Gentle).
 */
final class Gentle implements Wanted {

  /** Names the list in the receipts of tasks that a list stands for. */
  static final String LIST = "list";

  /** What waited longer than this was waiting for the morning, or for a way to be told. */
  private static final Duration GATHERED = Duration.ofMinutes(30);

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final int MOST = 1_000;

  private final Wanted tasks;
  private final LiveConfiguration configuration;
  private final DeliveryQueue queue;
  private final TaskLists lists;
  private final RequestWindow window;
  private final String listsExchange;
  private final InstantSource clock;

  Gentle(
      String exchangeId,
      Wanted tasks,
      LiveConfiguration configuration,
      DeliveryQueue queue,
      AskedTasks asked,
      TaskLists lists,
      InstantSource clock) {
    this.listsExchange = TaskListDesk.exchange(exchangeId);
    this.tasks = tasks;
    this.configuration = configuration;
    this.queue = queue;
    this.window = new RequestWindow(asked);
    this.lists = lists;
    this.clock = clock;
  }

  @Override
  public long weight(TakenDelivery taken) {
    return tasks.weight(taken);
  }

  @Override
  public Decision wanted(TakenDelivery taken) {
    return switch (tasks.wanted(taken)) {
      case Decision.Send send when asks(taken) -> gently(taken, send);
      case Decision.Edit edit when !edit.receipt().part(LIST).isEmpty() -> {
        lists.changed(edit.receipt().part(LIST));
        yield new Decision.Told(edit.receipt());
      }
      case Decision other -> {
        lists.release(taken.id());
        yield other;
      }
    };
  }

  private boolean asks(TakenDelivery taken) {
    return taken.identity().kind() == NotificationKind.REQUEST && ofPeople(taken.identity());
  }

  private boolean ofPeople(Identity identity) {
    return configuration.get().catalogue().audiences().get(identity.channel()) == Audience.PEOPLE;
  }

  private Decision gently(TakenDelivery taken, Decision.Send send) {
    Instant now = clock.instant();
    boolean urgent = taken.priority() == Priority.URGENT;
    Optional<Decision> listed = urgent ? Optional.empty() : listed(taken, now);
    if (listed.isPresent()) {
      return listed.get();
    }
    Identity identity = taken.identity();
    Optional<Instant> free = window.take(identity.executor(), identity.ref(), urgent, now);
    if (free.isPresent()) {
      lists.holdBack(place(identity), taken.id(), now);
      return new Decision.CannotTell("It is one of many within minutes.", free.get());
    }
    lists.release(taken.id());
    return send;
  }

  /** What the night's list makes of it; empty when it is in none. */
  private Optional<Decision> listed(TakenDelivery taken, Instant now) {
    Optional<TaskList> list =
        lists
            .nightOf(taken.id())
            .or(() ->
                gathered(taken, now).map(ids -> lists.night(place(taken.identity()), ids, now)));
    return list.flatMap(one -> standing(one, now));
  }

  private Optional<Decision> standing(TaskList list, Instant now) {
    Receipt receipt = list.receipt();
    if (receipt != null) {
      return Optional.of(new Decision.Told(inList(receipt, list)));
    }
    if (failed(list)) {
      lists.drop(list.ref());
      return Optional.empty();
    }
    return Optional.of(
        new Decision.CannotTell("It is told with others in one message.", now.plus(SOON)));
  }

  private boolean failed(TaskList list) {
    return queue.deliveries(listsExchange, list.ref()).stream()
        .anyMatch(row -> row.state().settled() && row.state() != DeliveryState.DELIVERED);
  }

  private static Receipt inList(Receipt receipt, TaskList list) {
    SortedMap<String, String> parts = new TreeMap<>(receipt.parts());
    parts.put(LIST, list.ref());
    return new Receipt(parts);
  }

  /** All that gathered at this place, when it is more than this one. */
  private Optional<List<String>> gathered(TakenDelivery taken, Instant now) {
    Instant before = now.minus(GATHERED);
    if (taken.created().isAfter(before) || lists.heldBack(taken.id())) {
      return Optional.empty();
    }
    Identity identity = taken.identity();
    DeliveryFilter here =
        new DeliveryFilter(
            null,
            identity.executor(),
            identity.channel(),
            Set.of(DeliveryState.QUEUED, DeliveryState.SENDING));
    List<String> ids =
        queue.find(here, MOST).stream()
            .filter(row -> row.identity().address().equals(identity.address()))
            .filter(row -> gathered(row, before, now))
            .sorted((one, other) -> one.created().compareTo(other.created()))
            .map(DeliveryRow::id)
            .toList();
    return ids.size() > 1 && ids.contains(taken.id()) ? Optional.of(ids) : Optional.empty();
  }

  private boolean gathered(DeliveryRow row, Instant before, Instant now) {
    return row.identity().kind() == NotificationKind.REQUEST
        && row.priority() != Priority.URGENT
        && !row.created().isAfter(before)
        && !row.due().isAfter(now.plus(SOON))
        && !lists.heldBack(row.id());
  }

  private static Place place(Identity identity) {
    return new Place(identity.channel(), identity.address(), identity.executor());
  }
}
