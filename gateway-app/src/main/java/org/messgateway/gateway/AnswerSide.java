package org.messgateway.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerKeeper;
import org.messgateway.gateway.answer.AnswerPorts;
import org.messgateway.gateway.answer.Answers;
import org.messgateway.gateway.answer.ReplyBodies;
import org.messgateway.gateway.answer.Requests;
import org.messgateway.gateway.answer.ThreadAnswers;
import org.messgateway.gateway.answer.ThreadRequests;
import org.messgateway.gateway.answer.Verdict;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.routing.Able;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins the thread side of the way back: what is said, until it is in the thread. */
final class AnswerSide {

  private static final Logger log = LoggerFactory.getLogger(AnswerSide.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final SequencedMap<String, ThreadAnswers> answers = new LinkedHashMap<>();
  private final List<ThreadRequests> requests = new ArrayList<>();
  private final List<Chore> chores = new ArrayList<>();

  AnswerSide(Exchanges exchanges) {
    exchanges.all().forEach(this::join);
  }

  private void join(Parts parts) {
    AnswerPorts ports = ports(parts);
    ThreadAnswers threadAnswers = new ThreadAnswers(ports);
    answers.put(parts.exchangeId(), threadAnswers);
    requests.add(new ThreadRequests(ports, new QueueAgentThreads(parts.exchange(), parts.queue())));
    ReplyBodies replies = new ReplyBodies(parts.exchangeId(), parts.journal().replies(), answers());
    chores.addAll(chores(threadAnswers.keeper(), replies));
  }

  private static AnswerPorts ports(Parts parts) {
    return new AnswerPorts(
        parts.exchangeId(),
        parts.writer(),
        parts.journal(),
        parts.changed(),
        (thread, declined) -> {
          Set<String> able = new HashSet<>(Able.of(thread, catalogue(parts)));
          able.removeAll(declined);
          return able;
        },
        Able::round,
        executor -> name(parts, executor),
        parts.clock());
  }

  private static Catalogue catalogue(Parts parts) {
    return parts.configuration().get().catalogue();
  }

  private static String name(Parts parts, String executor) {
    return Optional.ofNullable(catalogue(parts).executors().get(executor))
        .map(Executor::name)
        .orElse(executor);
  }

  /** A store that is away or full is no reason to lose the connection of whoever speaks. */
  private static <T> T guarded(Supplier<T> saying, T otherwise) {
    try {
      return saying.get();
    } catch (QueueException e) {
      log.warn("What was said could not be stored: {}", e.getMessage());
      return otherwise;
    }
  }

  /** Each in the exchange it is about. */
  Answers answers() {
    return answer -> guarded(() -> exchange(answer).say(answer), new Verdict.NotNow(NOT_NOW));
  }

  private Answers exchange(Answer answer) {
    @Nullable ThreadAnswers named = answers.get(OwnDeliveries.exchange(answer.exchange()));
    return named == null ? _ -> new Verdict.Absent() : named;
  }

  /** New tasks go to the first exchange; what is said about others, to the one that has them. */
  Requests requests() {
    return message -> guarded(() -> ask(message), new Requests.Outcome.NotNow(NOT_NOW));
  }

  private Requests.Outcome ask(Requests.Message message) {
    Requests.Outcome first = requests.getFirst().say(message);
    for (ThreadRequests other : requests.subList(1, requests.size())) {
      if (!(first instanceof Requests.Outcome.NotYours)) {
        return first;
      }
      Requests.Outcome outcome = other.say(message);
      first = outcome instanceof Requests.Outcome.NotYours ? first : outcome;
    }
    return first;
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
    return chores;
  }

  private static List<Chore> chores(AnswerKeeper keeper, ReplyBodies replies) {
    return List.of(
        new Chore(
            "answers",
            Duration.ofSeconds(1),
            () -> {
              keeper.turn();
              return false;
            }),
        new Chore("replies", Duration.ofMillis(250), replies::turn),
        new Chore(
            "old answers",
            Duration.ofHours(1),
            () -> {
              keeper.prune();
              return false;
            }));
  }
}
