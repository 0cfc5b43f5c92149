package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Conversation.SignOfLife;
import org.messgateway.gateway.protocol.OpenQuestion;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.CapableExecutors;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Exclusion;
import org.messgateway.gateway.routing.ExecutorVerdict;
import org.messgateway.gateway.routing.ExecutorVerdict.ChannelVerdict;
import org.messgateway.gateway.routing.Hold;
import org.messgateway.gateway.routing.Route;

/**
 * What the exchange itself suggests about open tasks: nothing while in doubt, nothing of a type
 * that it has suggested in that thread, nothing while another suggestion waits there. A function of
 * its arguments. Source: protocol §7.5, docs/state-machine.md#suggestions.
 */
final class SuggestionRules {

  /** For less nobody is asked to agree to wait. */
  private static final Duration WORTH_WAITING = Duration.ofHours(1);

  /** How far a deadline lies behind the end of what its executor does now. */
  private static final Duration FAR = Duration.ofHours(24);

  /** A holder that says nothing for so long has not moved for long. */
  private static final Duration LONGEST_SILENCE = Duration.ofHours(24);

  private static final Duration SHORTEST_SILENCE = Duration.ofHours(1);

  /** Who is asked by itself within this time is waited for. */
  private static final Duration NEXT_ASKED = Duration.ofMinutes(30);

  private final Catalogue catalogue;
  private final Instant now;

  SuggestionRules(Catalogue catalogue, Instant now) {
    this.catalogue = catalogue;
    this.now = now;
  }

  /** An open task and how it is routed now. */
  record RoutedTask(MessThread thread, Conversation conversation, Route route) {

    String ref() {
      return thread.ref();
    }

    private List<ExecutorVerdict> verdicts() {
      return route.explanation().verdicts();
    }

    /** The end of time for none. */
    Instant deadline() {
      return route.deadline().orElse(Instant.MAX);
    }

    /** Nobody has it. */
    boolean isFree() {
      return conversation.status() == ThreadStatus.PENDING && conversation.holder() == null;
    }

    /** Who may come to have it. */
    Set<String> asked() {
      String holder = conversation.holder();
      return holder != null
          ? Set.of(holder)
          : verdicts().stream()
              .filter(verdict -> !(verdict instanceof ExecutorVerdict.Excluded))
              .map(ExecutorVerdict::executor)
              .collect(Collectors.toSet());
    }
  }

  /**
   * A suggestion.
   *
   * @param re refs of the threads that it is about, the first holds it
   */
  record Proposed(
      SuggestionState.Type type, List<String> re, Map<String, Object> proposed, String reason) {

    /** Whether a thread takes no such suggestion: it has ended, has one, or one waits there. */
    boolean isOutOfPlaceIn(MessThread thread) {
      return thread.envelope().status().ended() || isTaken(thread, type);
    }
  }

  private static boolean isTaken(MessThread thread, SuggestionState.Type type) {
    return SuggestionState.of(thread).stream()
        .anyMatch(each ->
            each.isOpen() || (each.by().equals(Conversation.EXCHANGE) && each.type() == type));
  }

  /** All of them, one for each thread at most. */
  List<Proposed> of(List<RoutedTask> tasks) {
    Set<String> concerned = new HashSet<>();
    List<Proposed> all = new ArrayList<>();
    Stream.of(
            AlikeTasks.merges(
                tasks.stream()
                    .filter(task -> !isTaken(task.thread(), SuggestionState.Type.MERGE))
                    .toList()),
            tasks.stream().flatMap(task -> delegate(task).stream()),
            tasks.stream().flatMap(task -> defer(task, tasks).stream()))
        .flatMap(each -> each)
        .forEach(each -> {
          if (each.re().stream().noneMatch(concerned::contains)) {
            concerned.addAll(each.re());
            all.add(each);
          }
        });
    return all;
  }

  private Optional<Proposed> defer(RoutedTask task, List<RoutedTask> all) {
    boolean waits =
        task.route().holds().stream()
            .anyMatch(
                hold -> hold.kind() == Hold.Kind.NOT_BEFORE || hold.kind() == Hold.Kind.DEPENDS_ON);
    if (!task.isFree()
        || waits
        || task.thread().priority() == Priority.URGENT
        || isTaken(task.thread(), SuggestionState.Type.DEFER)) {
      return Optional.empty();
    }
    return everybodyAway(task).or(() -> busy(task, all));
  }

  private Optional<Proposed> everybodyAway(RoutedTask task) {
    return firstTold(task)
        .filter(first -> !first.isBefore(now.plus(WORTH_WAITING)))
        .filter(first -> first.isBefore(task.deadline()))
        .map(first -> defer(task, first, "nobody who could do it is to be told before"));
  }

  private Optional<Proposed> busy(RoutedTask task, List<RoutedTask> all) {
    Set<String> asked = task.asked();
    if (asked.size() != 1 || task.route().deadline().isEmpty()) {
      return Optional.empty();
    }
    String only = asked.iterator().next();
    return all.stream()
        .filter(other -> only.equals(other.conversation().holder()))
        .flatMap(other -> Stream.ofNullable(other.conversation().heard()))
        .flatMap(heard -> Stream.ofNullable(heard.eta()))
        .max(Instant::compareTo)
        .filter(eta -> !eta.isBefore(now.plus(WORTH_WAITING)))
        .filter(eta -> !eta.plus(FAR).isAfter(task.deadline()))
        .map(eta -> defer(task, eta, name(only) + " is at another task until then"));
  }

  private static Proposed defer(RoutedTask task, Instant until, String reason) {
    return new Proposed(
        SuggestionState.Type.DEFER,
        List.of(task.ref()),
        Map.of("not_before", until.toString()),
        reason);
  }

  private Optional<Proposed> delegate(RoutedTask task) {
    if (isTaken(task.thread(), SuggestionState.Type.DELEGATE)) {
      return Optional.empty();
    }
    String holder = task.conversation().holder();
    Optional<String> reason =
        holder == null ? passed(task) : gone(task).map(since -> name(holder) + since);
    return reason.flatMap(why ->
        another(task)
            .map(to ->
                new Proposed(
                    SuggestionState.Type.DELEGATE,
                    List.of(task.ref()),
                    Map.of("executor", to),
                    why)));
  }

  /** The holder has said nothing for long, and whoever asked is not the one to say something. */
  private Optional<String> gone(RoutedTask task) {
    SignOfLife heard = task.conversation().heard();
    boolean atWork =
        switch (task.conversation().status()) {
          case CLAIMED, IN_PROGRESS, RETRYING -> true;
          default -> false;
        };
    if (!atWork || heard == null || task.conversation().question() != OpenQuestion.NONE) {
      return Optional.empty();
    }
    Instant eta = heard.eta() == null ? heard.at() : heard.eta();
    boolean silent = !now.isBefore(heard.at().plus(patience(heard.at(), task.route().deadline())));
    return silent && eta.isBefore(now)
        ? Optional.of(" has it and has said nothing since " + heard.at())
        : Optional.empty();
  }

  /** Half of the time that there is. */
  private static Duration patience(Instant since, Optional<Instant> deadline) {
    Duration half =
        deadline.map(at -> Duration.between(since, at).dividedBy(2)).orElse(LONGEST_SILENCE);
    return Stream.of(half, LONGEST_SILENCE)
        .min(Duration::compareTo)
        .filter(some -> some.compareTo(SHORTEST_SILENCE) > 0)
        .orElse(SHORTEST_SILENCE);
  }

  /** Everybody who was asked passed, and nobody else is asked soon. */
  private Optional<String> passed(RoutedTask task) {
    boolean soon = firstTold(task).filter(at -> at.isBefore(now.plus(NEXT_ASKED))).isPresent();
    return task.isFree() && !task.conversation().declined().isEmpty() && !soon
        ? Optional.of("everybody who was asked passed on it")
        : Optional.empty();
  }

  /** When the first is told who has not passed; now where somebody was told. */
  private Optional<Instant> firstTold(RoutedTask task) {
    return task.verdicts().stream().flatMap(this::told).min(Instant::compareTo);
  }

  private Stream<Instant> told(ExecutorVerdict verdict) {
    return switch (verdict) {
      case ExecutorVerdict.Notified(String _, List<ChannelVerdict> channels) ->
          channels.stream()
              .flatMap(channel ->
                  switch (channel) {
                    case ChannelVerdict.UsedChannel used ->
                        Stream.of(
                            used.state() == null || used.state() == DeliveryState.QUEUED
                                ? used.due()
                                : now);
                    case ChannelVerdict.SparedChannel _ -> Stream.empty();
                    case ChannelVerdict.LaterChannel later -> Stream.of(later.at());
                  });
      case ExecutorVerdict.LaterStep later -> Stream.of(later.at());
      case ExecutorVerdict.OnHold _,
          ExecutorVerdict.AfterDeadline _,
          ExecutorVerdict.NoOpenHours _,
          ExecutorVerdict.Excluded _ ->
          Stream.empty();
    };
  }

  /** Somebody else who is able and may be told now; those that the rules name come first. */
  private Optional<String> another(RoutedTask task) {
    Stream<String> named =
        task.verdicts().stream()
            .filter(ExecutorVerdict.OnHold.class::isInstance)
            .map(ExecutorVerdict::executor);
    Stream<String> others =
        task.verdicts().stream()
            .filter(verdict ->
                verdict instanceof ExecutorVerdict.Excluded(String _, Exclusion why)
                    && (why instanceof Exclusion.NotInRule
                        || why instanceof Exclusion.OnDemandOnly))
            .map(ExecutorVerdict::executor);
    return Stream.concat(named, others)
        .filter(id -> !id.equals(task.conversation().holder()))
        .filter(id -> !task.conversation().declined().contains(id))
        .filter(id -> task.thread().requestor().filter(id::equals).isEmpty())
        .filter(id ->
            catalogue
                .executor(id)
                .filter(one -> CapableExecutors.isOpen(one, task.thread().priority(), now))
                .isPresent())
        .findFirst();
  }

  private String name(String executor) {
    return catalogue.executor(executor).map(each -> each.name()).orElse(executor);
  }
}
