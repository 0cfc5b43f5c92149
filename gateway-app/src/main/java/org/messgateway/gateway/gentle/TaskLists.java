package org.messgateway.gateway.gentle;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.messgateway.api.Receipt;

/** All lists in use. In memory and bounded; made anew after a restart. Thread-safe. */
public final class TaskLists {

  private static final int LISTS = 1_000;
  private static final int TASKS = 1_000;
  private static final Duration OF_USE = Duration.ofHours(24);

  private final Map<String, TaskList> lists = new LinkedHashMap<>();

  /** A task whose own message has to wait. */
  public synchronized void holdBack(Place place, String delivery, Instant now) {
    String ref = "more/" + place.channel() + "/" + place.address();
    TaskList list = lists.computeIfAbsent(ref, _ -> empty(ref, place, false, 0, now));
    if (list.deliveries().size() < TASKS) {
      lists.put(ref, list.with(delivery));
    }
  }

  /** A task's own message is sent, or not wanted any more. */
  public synchronized void release(String delivery) {
    lists.replaceAll((_, list) -> list.night() ? list : list.without(delivery));
  }

  /** Whether a task is in a list of those above what anybody wants at once. */
  public synchronized boolean heldBack(String delivery) {
    return lists.values().stream()
        .anyMatch(list -> !list.night() && list.deliveries().contains(delivery));
  }

  /**
   * The list of a night's tasks; the same tasks make the same list, also in another process.
   *
   * @param deliveries in order
   */
  public synchronized TaskList night(Place place, Collection<String> deliveries, Instant now) {
    return nightOf(deliveries.iterator().next())
        .orElseGet(() -> {
          String ref = "night/" + place.channel() + "/" + place.address();
          int serial = Objects.hash(deliveries.toArray()) & Integer.MAX_VALUE;
          TaskList list =
              new TaskList(
                  ref + "/" + serial,
                  place,
                  true,
                  serial,
                  new LinkedHashSet<>(deliveries),
                  null,
                  0,
                  now);
          forget(now);
          lists.put(list.ref(), list);
          return list;
        });
  }

  /** The night's list that stands for a task. */
  public synchronized Optional<TaskList> nightOf(String delivery) {
    return lists.values().stream()
        .filter(list -> list.night() && list.deliveries().contains(delivery))
        .findFirst();
  }

  /** A task in it went to somebody, or is over: the list says too much now. */
  public synchronized void changed(String ref) {
    change(
        ref,
        list ->
            new TaskList(
                ref,
                list.place(),
                list.night(),
                list.serial(),
                list.deliveries(),
                list.receipt(),
                -1,
                list.said()));
  }

  /** A list by its ref. */
  public synchronized Optional<TaskList> list(String ref) {
    return Optional.ofNullable(lists.get(ref));
  }

  /** Those whose message does not say what it should. */
  public synchronized List<TaskList> stale(Instant now) {
    forget(now);
    return lists.values().stream()
        .filter(list -> list.shown() != list.deliveries().size())
        .toList();
  }

  /** A new version of it is under way. */
  public synchronized void saying(String ref, int serial, Instant now) {
    change(ref, list -> list.next(serial, now));
  }

  /** Its message is this one. */
  public synchronized void sent(String ref, Receipt receipt) {
    change(ref, list -> list.sent(receipt));
  }

  /** It could not be told: its tasks come by themselves. */
  public synchronized void drop(String ref) {
    lists.remove(ref);
  }

  private void change(String ref, UnaryOperator<TaskList> change) {
    lists.computeIfPresent(ref, (_, list) -> change.apply(list));
  }

  private void forget(Instant now) {
    lists.values().removeIf(list -> list.said().plus(OF_USE).isBefore(now));
    while (lists.size() >= LISTS) {
      lists.remove(lists.keySet().iterator().next());
    }
  }

  private static TaskList empty(String ref, Place place, boolean night, int serial, Instant now) {
    return new TaskList(ref, place, night, serial, new LinkedHashSet<>(), null, 0, now);
  }
}
