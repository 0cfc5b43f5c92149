package org.messgateway.gateway.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.Audience;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * Whether an executor may be notified of a request at all, whatever rule names it. Capabilities
 * match by exact id, all of them; metadata on either side is carried and never decides. Source:
 * protocol §8.4 and §8.5, reference executor files, docs/rules.md#who-is-told.
 */
final class Eligibility {

  private final Catalogue catalogue;
  private final List<Requirement> required;
  private final Priority priority;
  private final String requestor;
  private final Set<String> declined;

  /** Without regard to declines. */
  Eligibility(MessThread thread, Catalogue catalogue) {
    this(thread, catalogue, Set.of());
  }

  /**
   * @param declined executors that passed on the task and are not asked again
   */
  Eligibility(MessThread thread, Catalogue catalogue, Set<String> declined) {
    this.catalogue = catalogue;
    this.declined = declined;
    required = required(thread);
    priority = thread.priority();
    requestor = thread.requestor().orElse("");
  }

  static List<Requirement> required(MessThread thread) {
    Payload.Request request = thread.request().orElse(null);
    return request == null ? List.of() : request.requires();
  }

  /** Whether it may be notified. Asked of all executors for each thread: cheap checks first. */
  boolean able(Executor executor) {
    return has(executor.capabilities(), required)
        && unreachable(executor).isEmpty()
        && unsuited(executor).isEmpty();
  }

  /** Why it may not be notified; empty when it may. */
  Optional<Exclusion> unable(Executor executor) {
    return unreachable(executor).or(() -> unsuited(executor));
  }

  /**
   * The same for an executor that the exchange chose: only what makes a notification impossible.
   */
  Optional<Exclusion> unreachable(Executor executor) {
    if (executor.id().equals(requestor)) {
      return Optional.of(new Exclusion.IsRequestor());
    }
    if (declined.contains(executor.id())) {
      return Optional.of(new Exclusion.AlreadyDeclined());
    }
    if (!channels(executor).isEmpty()) {
      return Optional.empty();
    }
    List<String> silent = silentChannels(executor);
    return Optional.of(
        silent.isEmpty()
            ? new Exclusion.NoChannel(unknownChannels(executor))
            : new Exclusion.OptedOutOfChannels(silent));
  }

  /** Whether it is told only when nobody else is left, unless a rule names it. */
  boolean spared(Executor executor) {
    return required.isEmpty() && catalogue.spared().spares(executor, channels(executor));
  }

  /** Its channels that cost money and are not needed. */
  List<ChannelAddress> spared(Executor executor, List<ChannelAddress> usable) {
    return required.isEmpty() ? catalogue.spared().needless(executor, usable) : List.of();
  }

  /** Channels that its people opted out of. */
  List<String> silentChannels(Executor executor) {
    return executor.notifyPlan().silent().stream().map(ChannelAddress::channel).distinct().toList();
  }

  /** Whether it might have been notified, whether it declined or not. */
  boolean suits(Executor executor) {
    return !executor.id().equals(requestor) && unsuited(executor).isEmpty();
  }

  /** All configured executors. */
  Collection<Executor> executors() {
    return catalogue.executors().values();
  }

  Optional<Executor> executor(String id) {
    return catalogue.executor(id);
  }

  ReminderPolicy reminders() {
    return catalogue.reminderPolicy();
  }

  private Optional<Exclusion> unsuited(Executor executor) {
    List<String> missing = missing(required, executor.capabilities());
    if (!missing.isEmpty()) {
      return Optional.of(new Exclusion.MissingCapabilities(missing));
    }
    Preferences preferences = executor.preferences();
    if (priority.compareTo(preferences.minPriority()) < 0) {
      return Optional.of(new Exclusion.BelowMinimum(preferences.minPriority()));
    }
    List<String> filter = preferences.capabilityFilter();
    return filter.isEmpty() || anyOf(required, filter)
        ? Optional.empty()
        : Optional.of(new Exclusion.OutsideFilter(filter));
  }

  /** Required ids that are not claimed, in the order of the request; empty when able. */
  private static List<String> missing(List<Requirement> required, List<Requirement> claimed) {
    return has(claimed, required)
        ? List.of()
        : required.stream()
            .map(Requirement::id)
            .filter(id -> !claims(claimed, id))
            .distinct()
            .toList();
  }

  /** Whether all required capabilities are claimed. */
  private static boolean has(List<Requirement> claimed, List<Requirement> required) {
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

  /** Its addresses on channels that are configured, each once. */
  List<ChannelAddress> channels(Executor executor) {
    List<ChannelAddress> written = executor.notifyPlan().channels();
    List<ChannelAddress> usable = new ArrayList<>(written.size());
    for (ChannelAddress at : written) {
      if (catalogue.audiences().containsKey(at.channel())
          && !executor.notifyPlan().silent().contains(at)
          && !isIn(usable, at)) {
        usable.add(at);
      }
    }
    return usable;
  }

  private static boolean isIn(List<ChannelAddress> usable, ChannelAddress one) {
    for (ChannelAddress at : usable) {
      if (at.channel().equals(one.channel())
          && at.address().value().equals(one.address().value())) {
        return true;
      }
    }
    return false;
  }

  Audience audience(ChannelAddress at) {
    return audience(at.channel());
  }

  Audience audience(String channel) {
    return catalogue.audiences().getOrDefault(channel, Audience.MACHINES);
  }

  List<String> unknownChannels(Executor executor) {
    return executor.notifyPlan().channels().stream()
        .map(ChannelAddress::channel)
        .filter(channel -> !catalogue.audiences().containsKey(channel))
        .distinct()
        .toList();
  }
}
