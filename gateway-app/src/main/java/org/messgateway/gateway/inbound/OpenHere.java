package org.messgateway.gateway.inbound;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.Receipt;
import org.messgateway.api.Said;
import org.messgateway.gateway.journal.ReplyCodes;
import org.messgateway.gateway.journal.ReplyCodes.Code;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;

/** Which task: by the message that was answered, else among those open where it was said. */
final class OpenHere {

  private static final int MOST_ROWS = 200;
  private static final int MOST_TASKS = 20;

  private final String channel;
  private final QueueView queue;
  private final ReplyCodes codes;
  private final Tasks tasks;

  OpenHere(String channel, QueueView queue, ReplyCodes codes, Tasks tasks) {
    this.channel = channel;
    this.queue = queue;
    this.codes = codes;
    this.tasks = tasks;
  }

  /** What was told by the message that this is about; an old message still means its task. */
  Optional<DeliveryRow> told(Said said) {
    String delivery = said.delivery();
    Receipt receipt = said.receipt();
    Optional<DeliveryRow> byId =
        delivery == null || !delivery.matches("[0-9a-f]{32}")
            ? Optional.empty()
            : queue.delivery(delivery);
    return byId.filter(row -> row.identity().channel().equals(channel))
        .or(() -> receipt == null ? Optional.empty() : queue.byReceipt(channel, receipt));
  }

  /**
   * Tasks this executor can do something about, of those told where it was said or to the person
   * themselves; the latest first.
   */
  List<OpenTask> at(Said said, Member who) {
    Map<String, DeliveryRow> told = new LinkedHashMap<>();
    Stream.of(said.address(), said.person())
        .distinct()
        .flatMap(address -> queue.toldAt(channel, address, MOST_ROWS).stream())
        .forEach(row -> told.putIfAbsent(thread(row), row));
    List<OpenTask> open = new ArrayList<>();
    for (DeliveryRow row : told.values()) {
      if (open.size() < MOST_TASKS) {
        tasks
            .task(row.identity().exchange(), row.identity().ref())
            .filter(task -> task.isFree() || task.isHeldBy(who.executor()))
            .ifPresent(task -> open.add(new OpenTask(task, row, letter(row).orElse(null))));
      }
    }
    return open;
  }

  /** Two exchanges may use the same ref. */
  private static String thread(DeliveryRow row) {
    return row.identity().exchange() + "\n" + row.identity().ref();
  }

  /**
   * The task that this executor was told of last where it was said, whatever became of it: what
   * comes a moment too late was meant for it.
   */
  Optional<OpenTask> last(Said said, Member who) {
    return queue
        .find(
            new DeliveryFilter(null, who.executor(), channel, Set.of(DeliveryState.DELIVERED)),
            MOST_TASKS)
        .stream()
        .filter(row -> row.identity().address().equals(said.address()))
        .flatMap(row -> of(row).stream())
        .findFirst();
  }

  /** The task that has this letter there, whatever became of it. */
  Optional<OpenTask> lettered(Said said, String letter) {
    return codes.at(channel, said.address()).stream()
        .filter(code -> code.letter().equals(letter))
        .flatMap(code -> queue.deliveries(code.exchange(), code.ref()).stream())
        .filter(row -> row.identity().channel().equals(channel))
        .findFirst()
        .flatMap(this::of);
  }

  /** All letters that were given there of late. */
  Set<String> letters(Said said) {
    return codes.at(channel, said.address()).stream().map(Code::letter).collect(Collectors.toSet());
  }

  /** One task, whatever became of it. */
  Optional<OpenTask> of(DeliveryRow row) {
    Identity told = row.identity();
    return tasks.task(told.exchange(), told.ref()).map(task -> new OpenTask(task, row, null));
  }

  /** The same by its ref; empty when nothing was told of it on this channel. */
  Optional<OpenTask> of(String ref) {
    return ref.isEmpty()
        ? Optional.empty()
        : queue.find(new DeliveryFilter(ref, null, channel, Set.of()), 1).stream()
            .findFirst()
            .flatMap(this::of);
  }

  private Optional<String> letter(DeliveryRow row) {
    return codes.at(channel, row.identity().address()).stream()
        .filter(code ->
            code.ref().equals(row.identity().ref())
                && code.exchange().equals(row.identity().exchange()))
        .map(Code::letter)
        .findFirst();
  }

  /** The same with a letter each, so that they can be told apart. */
  List<OpenTask> lettered(List<OpenTask> open) {
    return open.stream()
        .map(each -> {
          Identity identity = each.told().identity();
          Code code =
              codes.assign(
                  channel,
                  identity.address(),
                  identity.exchange(),
                  identity.ref(),
                  each.told().id());
          return new OpenTask(each.task(), each.told(), code.letter());
        })
        .toList();
  }
}
