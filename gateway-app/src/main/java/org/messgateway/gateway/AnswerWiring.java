package org.messgateway.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentThreadIndex;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerContext;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.answer.ReplyBodies;
import org.messgateway.gateway.answer.ThreadAnswers;
import org.messgateway.gateway.answer.ThreadRequests;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.routing.CapableExecutors;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers and requests of people, robots and agents, until they are in the thread. */
final class AnswerWiring {

  private static final Logger log = LoggerFactory.getLogger(AnswerWiring.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final GatewayContext gateway;
  private final SequencedMap<String, ThreadAnswers> answers;
  private final List<ThreadRequests> requests;

  AnswerWiring(GatewayContext gateway, Exchanges exchanges) {
    this.gateway = gateway;
    answers = exchanges.each(each -> new ThreadAnswers(context(each)));
    requests =
        exchanges.all().stream()
            .map(each ->
                new ThreadRequests(
                    context(each), new AgentThreadIndex(each.exchange(), gateway.queue())))
            .toList();
  }

  private AnswerContext context(ExchangeHandle exchange) {
    return new AnswerContext(
        exchange.id(),
        exchange.writer(),
        gateway.journal(),
        exchange.changed(),
        (thread, declined) -> {
          Set<String> able = new HashSet<>(CapableExecutors.of(thread, catalogue()));
          able.removeAll(declined);
          return able;
        },
        this::name,
        gateway.clock());
  }

  private Catalogue catalogue() {
    return gateway.configuration().get().catalogue();
  }

  private String name(String executor) {
    return catalogue().executor(executor).map(Executor::name).orElse(executor);
  }

  /** A store that is away or full costs the sender a retry, not the connection. */
  private static <T> T guarded(Supplier<T> saying, T otherwise) {
    try {
      return saying.get();
    } catch (QueueException e) {
      log.warn("What was said could not be stored: {}", e.getMessage());
      return otherwise;
    }
  }

  /** Gives each answer to the exchange that it is about. */
  AnswerService answers() {
    return answer ->
        guarded(() -> exchange(answer).say(answer), new AnswerResult.TryAgainLater(NOT_NOW));
  }

  private AnswerService exchange(Answer answer) {
    @Nullable ThreadAnswers named = answers.get(answer.exchange());
    return named == null ? _ -> new AnswerResult.NoSuchThread() : named;
  }

  /** New tasks go to the first exchange; messages about a task go to the exchange that has it. */
  AgentRequests requests() {
    return message ->
        guarded(() -> ask(message), new AgentRequests.RequestResult.Unavailable(NOT_NOW));
  }

  private AgentRequests.RequestResult ask(AgentRequests.RequestMessage message) {
    AgentRequests.RequestResult first = requests.getFirst().say(message);
    for (ThreadRequests other : requests.subList(1, requests.size())) {
      if (!(first instanceof AgentRequests.RequestResult.OthersThread)) {
        return first;
      }
      AgentRequests.RequestResult outcome = other.say(message);
      first = outcome instanceof AgentRequests.RequestResult.OthersThread ? first : outcome;
    }
    return first;
  }

  /** Its loops: answers that wait for their thread, old answers. */
  List<BackgroundLoop> loops() {
    List<BackgroundLoop> loops = new ArrayList<>();
    answers
        .values()
        .forEach(each -> {
          loops.add(
              BackgroundLoop.every(
                  "answers", Duration.ofSeconds(1), () -> each.reconciler().turn()));
          loops.add(
              BackgroundLoop.every(
                  "old answers", Duration.ofHours(1), () -> each.reconciler().prune()));
        });
    return loops;
  }

  /** Loops that do at a stop what is due: bodies of replies are put into their threads. */
  List<BackgroundLoop> lastLoops() {
    List<BackgroundLoop> loops = new ArrayList<>();
    answers
        .keySet()
        .forEach(id -> {
          ReplyBodies replies = new ReplyBodies(id, gateway.journal().replies(), answers());
          loops.add(BackgroundLoop.whileMore("replies", Duration.ofMillis(250), replies::turn));
        });
    return loops;
  }
}
