package org.messgateway.gateway;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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

  private final Answers answers;
  private final Requests requests;
  private final AnswerKeeper keeper;
  private final ReplyBodies replies;

  AnswerSide(Parts parts) {
    AnswerPorts ports =
        new AnswerPorts(
            parts.exchangeId(),
            parts.exchange().writer(),
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
    ThreadAnswers threadAnswers = new ThreadAnswers(ports);
    ThreadRequests threadRequests =
        new ThreadRequests(ports, new QueueAgentThreads(parts.exchange(), parts.queue()));
    answers = answer -> guarded(() -> threadAnswers.say(answer), new Verdict.NotNow(NOT_NOW));
    requests =
        message -> guarded(() -> threadRequests.say(message), new Requests.Outcome.NotNow(NOT_NOW));
    keeper = threadAnswers.keeper();
    replies = new ReplyBodies(parts.exchangeId(), parts.journal().replies(), answers);
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

  Answers answers() {
    return answers;
  }

  Requests requests() {
    return requests;
  }

  /** What has to be done again and again. */
  List<Chore> chores() {
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
