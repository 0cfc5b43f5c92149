package org.messgateway.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.ExchangeTasks;
import org.messgateway.gateway.agents.FilePaths;
import org.messgateway.gateway.agents.GatewayTasks;
import org.messgateway.gateway.agents.TaskChanges;
import org.messgateway.gateway.answer.AgentQueries;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentThreadIndex;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerContext;
import org.messgateway.gateway.answer.AnswerReconciler;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.answer.NamedExecutors;
import org.messgateway.gateway.answer.ReplyBodies;
import org.messgateway.gateway.answer.RequirementCheck;
import org.messgateway.gateway.answer.SuccessorThreads;
import org.messgateway.gateway.answer.ThreadAnswers;
import org.messgateway.gateway.answer.ThreadRequests;
import org.messgateway.gateway.answer.query.CapabilityCatalogue;
import org.messgateway.gateway.answer.query.QueryAnswers;
import org.messgateway.gateway.answer.query.ThreadSearch;
import org.messgateway.gateway.config.LocalFilePolicy;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.ExchangeNames;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.reconcile.ReusedRefs;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Answers and requests of people, robots and agents, until they are in the thread. */
final class AnswerWiring {

  private static final Logger log = LoggerFactory.getLogger(AnswerWiring.class);
  private static final String NOT_NOW =
      "This cannot be written down just now. Please send it again in a minute.";

  private final GatewayContext gateway;
  private final Exchanges exchanges;
  private final SequencedMap<String, ThreadAnswers> answers;
  private final SequencedMap<String, ThreadRequests> requests;
  private final ExchangeNames names;
  private final Supplier<Set<String>> described;
  private final AgentTasks tasks;

  AnswerWiring(GatewayContext gateway, Exchanges exchanges) {
    this.gateway = gateway;
    this.exchanges = exchanges;
    answers = exchanges.each(each -> new ThreadAnswers(context(each)));
    names = exchanges.names();
    described =
        () ->
            exchanges.all().stream()
                .flatMap(each -> each.exchange().capabilities().ids().stream())
                .collect(Collectors.toSet());
    AgentQueries queries = queries(exchanges);
    requests =
        exchanges.each(each ->
            new ThreadRequests(
                context(each), new AgentThreadIndex(each.exchange(), gateway.queue()), queries));
    tasks = tasks(queries);
  }

  private AgentTasks tasks(AgentQueries queries) {
    FilePaths paths =
        new FilePaths(() -> gateway.configuration().get().clientUrl(), exchanges.all().size() > 1);
    return new GatewayTasks(
        exchanges.all().stream()
            .map(each ->
                new ExchangeTasks(
                    each,
                    gateway.queue(),
                    this::name,
                    () -> LocalFilePolicy.numbered(gateway.configuration().get(), each.number()),
                    paths,
                    gateway.large()))
            .toList(),
        names,
        queries,
        new TaskChanges(exchanges, gateway.queue()),
        System::nanoTime);
  }

  private AgentQueries queries(Exchanges exchanges) {
    return new QueryAnswers(
        exchanges.all().stream()
            .map(each -> new ThreadSearch(each.name(), each.exchange(), gateway.queue()))
            .toList(),
        this::catalogue,
        CapabilityCatalogue.of(
            exchanges.all().stream().map(each -> each.exchange().capabilities()).toList(),
            this::catalogue),
        gateway.clock());
  }

  private AnswerContext context(ExchangeHandle exchange) {
    return new AnswerContext(
        exchange.id(),
        exchange.writer(),
        gateway.journal(),
        exchange.changed(),
        gateway.able(),
        this::name,
        executors(gateway),
        gateway.clock());
  }

  /** What ended threads say about how they go on. */
  static SuccessorThreads successors(GatewayContext gateway, ExchangeHandle exchange) {
    return new SuccessorThreads(
        exchange.writer(),
        exchange.changed(),
        executors(gateway),
        new AgentThreadIndex(exchange.exchange(), gateway.queue()),
        gateway.clock());
  }

  private static NamedExecutors executors(GatewayContext gateway) {
    return new NamedExecutors(() -> {
      Map<String, String> names = new LinkedHashMap<>();
      gateway
          .configuration()
          .get()
          .catalogue()
          .executors()
          .forEach((id, executor) -> names.put(id, executor.name()));
      return names;
    });
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
      log.atLevel(ReportedFailure.level(e, Level.WARN))
          .log("What was said could not be stored: {}", e.getMessage());
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
    return named == null || overtaken(answer) ? _ -> new AnswerResult.NoSuchThread() : named;
  }

  /** Whether another task has the ref, and nobody was told of that one yet. */
  private boolean overtaken(Answer answer) {
    return Ref.of(answer.ref())
        .flatMap(ref -> exchanges.complete(answer.exchange(), ref.value()))
        .flatMap(loaded ->
            gateway
                .queue()
                .thread(answer.exchange(), answer.ref())
                .filter(row -> ReusedRefs.isAnother(loaded, row)))
        .isPresent();
  }

  /** What agents see of their tasks. */
  AgentTasks tasks() {
    return tasks;
  }

  /**
   * A message goes to the exchange that it names. Else new tasks go to the first, messages about a
   * task to the exchange that has it.
   */
  AgentRequests requests() {
    return new RequirementCheck(toExchanges(), this::catalogue, described);
  }

  private AgentRequests toExchanges() {
    return new AgentRequests() {
      @Override
      public RequestResult say(RequestMessage message) {
        return guarded(() -> toItsExchange(message), new RequestResult.Unavailable(NOT_NOW));
      }

      @Override
      public RequestResult ask(List<Map<String, @Nullable Object>> mess) {
        return guarded(
            () -> requests.firstEntry().getValue().ask(mess),
            new RequestResult.Unavailable(NOT_NOW));
      }
    };
  }

  private AgentRequests.RequestResult toItsExchange(AgentRequests.RequestMessage message) {
    if (message.exchange().isPresent()) {
      String called = message.exchange().get();
      return names
          .id(called)
          .map(requests::get)
          .<AgentRequests.RequestResult>map(exchange -> exchange.say(message))
          .orElseGet(() -> new AgentRequests.RequestResult.NoSuchExchange(names.unknown(called)));
    }
    AgentRequests.RequestResult first = requests.firstEntry().getValue().say(message);
    for (ThreadRequests other : requests.sequencedValues().stream().skip(1).toList()) {
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
          AnswerReconciler reconciler = each.reconciler();
          loops.add(BackgroundLoop.every("answers", Duration.ofSeconds(1), reconciler::turn));
          loops.add(BackgroundLoop.every("old answers", Duration.ofHours(1), reconciler::prune));
        });
    return loops;
  }

  private boolean asked(String exchange, String ref, String agent) {
    return gateway.queue().thread(exchange, ref).filter(row -> row.isOf(agent)).isPresent();
  }

  /** Loops that do at a stop what is due: bodies of replies are put into their threads. */
  List<BackgroundLoop> lastLoops() {
    List<BackgroundLoop> loops = new ArrayList<>();
    answers
        .keySet()
        .forEach(id -> {
          ReplyBodies.OfAgents agents =
              new ReplyBodies.OfAgents((ref, name) -> asked(id, ref, name), requests());
          ReplyBodies replies =
              new ReplyBodies(
                  id,
                  gateway.journal().replies(),
                  answers(),
                  agents,
                  refusal ->
                      refusal.keepIn(gateway.journal().answers(), id, gateway.clock().instant()),
                  System::nanoTime);
          loops.add(BackgroundLoop.whileMore("replies", Duration.ofMillis(250), replies::turn));
        });
    return loops;
  }
}
