package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTask.FileForm;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.LargeTaskException;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.agents.UnknownExchangeException;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.http.limits.ClientWatch;
import org.messgateway.gateway.http.limits.RequestPlaces;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * {@code GET /mess} and {@code GET /mess/{id}}: an agent's own tasks, and how they go on. Executors
 * see their own view of a task here, too.
 */
public final class AgentTaskRoutes implements HttpService {

  /** Requests that may wait here at the same time; the server has places for 768 that wait. */
  private static final int WAITING = 256;

  /** Of these, those of one agent. */
  private static final int WAITING_OF_ONE = 200;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Set<String> OF_A_LIST =
      Set.of("status", "since", "limit", "cursor", "exchange");
  private static final Set<String> OF_A_TASK = Set.of("wait", "until", "inline", "exchange");

  private final TokenGate gate;
  private final AgentTasks agentTasks;
  private final ExecutorViews executors;
  private final AgentQuota quota;
  private final LargeViews views;
  private final Semaphore waiting = new Semaphore(WAITING);
  private final ConcurrentMap<String, Integer> waitingOf = new ConcurrentHashMap<>();

  /**
   * @param agentTasks what agents see
   * @param tasks what executors see
   * @param quota of agents
   */
  public AgentTaskRoutes(
      TokenGate gate, AgentTasks agentTasks, Tasks tasks, AgentQuota quota, LargeViews views) {
    this.gate = gate;
    this.agentTasks = agentTasks;
    this.executors = new ExecutorViews(gate, tasks, views);
    this.quota = quota;
    this.views = views;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/mess", this::list).get("/mess/{id}", this::show);
  }

  private void list(ServerRequest request, ServerResponse response) throws IOException {
    StoredToken agent = gate.of(request, TokenKind.AGENT);
    quota.request(agent.name());
    QueryParameters asked = new QueryParameters(request, OF_A_LIST);
    TaskFilter filter =
        new TaskFilter(
            statuses(asked),
            asked.time("since").orElse(null),
            asked.number("limit", TaskFilter.MOST, TaskFilter.USUAL),
            asked.text("cursor").orElse(null));
    AgentTaskList list = new AgentTaskList(page(agent.name(), asked.text("exchange"), filter));
    boolean yaml = AcceptHeader.yaml(request);
    type(response, yaml).send(yaml ? list.yaml() : list.json());
  }

  private TaskPage page(String agent, Optional<String> exchange, TaskFilter filter)
      throws IOException {
    try {
      return agentTasks.tasks(agent, exchange, filter);
    } catch (UnknownExchangeException e) {
      throw unknown(e);
    } catch (TaskFilter.UnknownCursorException e) {
      throw QueryParameters.bad("cursor= wants what an earlier answer called `cursor`.");
    }
  }

  private static ProblemException unknown(UnknownExchangeException e) {
    return ProblemException.notFound(e.sentence()).typed("urn:mess:no-such-exchange");
  }

  /** Empty for those that have not ended. */
  private static Set<ThreadStatus> statuses(QueryParameters asked) {
    Set<ThreadStatus> statuses = EnumSet.noneOf(ThreadStatus.class);
    List<String> codes = asked.texts("status");
    if (codes.equals(List.of("open"))) {
      return statuses;
    }
    if (codes.equals(List.of("all"))) {
      return EnumSet.allOf(ThreadStatus.class);
    }
    codes.forEach(code ->
        statuses.add(
            ThreadStatus.of(code)
                .orElseThrow(() ->
                    QueryParameters.bad(
                        "There is no status \"%s\"; status= wants open, all, or of these: %s."
                            .formatted(QueryParameters.shown(code), codes())))));
    return statuses;
  }

  private static String codes() {
    return Stream.of(ThreadStatus.values())
        .map(ThreadStatus::code)
        .collect(Collectors.joining(", "));
  }

  private static ServerResponse type(ServerResponse response, boolean yaml) {
    return response
        .header(HeaderNames.CONTENT_TYPE, yaml ? "application/yaml" : "application/json")
        .header(HeaderNames.VARY, "Accept");
  }

  private void show(ServerRequest request, ServerResponse response) {
    Optional<StoredToken> agent = gate.agent(request);
    if (agent.isEmpty()) {
      executors.show(request, response);
      return;
    }
    String name = agent.get().name();
    quota.request(name);
    QueryParameters asked = new QueryParameters(request, OF_A_TASK);
    Duration wait = asked.seconds("wait", LONGEST_WAIT);
    FileForm form = asked.flag("inline") ? FileForm.INLINE : FileForm.URL;
    if (!wait.isZero() && !RequestPlaces.waits(request)) {
      throw notNow("Too many are waiting already. Ask without wait=.");
    }
    Optional<String> seen = request.headers().first(HeaderNames.IF_NONE_MATCH);
    AgentTask task = task(name, id(request), asked, wait, seen);
    String tag = tag(task.version());
    response.header(HeaderNames.ETAG, tag);
    if (seen.filter(tag::equals).isPresent()) {
      response.status(Status.NOT_MODIFIED_304).send();
      return;
    }
    boolean yaml = AcceptHeader.yaml(request);
    views.send(
        type(response, yaml),
        name,
        task.memory(),
        () -> (yaml ? task.text().yaml(form) : task.text().json(form)).getBytes(UTF_8));
  }

  private static String id(ServerRequest request) {
    return request.path().pathParameters().get("id");
  }

  private static String tag(String version) {
    return "W/\"" + version + "\"";
  }

  private AgentTask task(
      String agent, String id, QueryParameters asked, Duration wait, Optional<String> seen) {
    Optional<String> version = seen.map(tag -> tag.replaceAll("^W/|\"", ""));
    @Nullable WaitUntil until = asked.text("until").map(AgentTaskRoutes::until).orElse(null);
    if (until != null && wait.isZero()) {
      throw QueryParameters.bad("until= says what wait= waits for: add wait=60s.");
    }
    WaitUntil goal = until == null ? WaitUntil.ANSWERED : until;
    Optional<String> exchange = asked.text("exchange");
    Optional<AgentTask> found =
        wait.isZero()
            ? found(() -> agentTasks.task(agent, exchange, id))
            : waitFor(agent, () -> agentTasks.await(agent, exchange, id, goal, wait, version));
    return found.orElseThrow(
        () -> ProblemException.notFound("You asked for nothing that is called " + id + "."));
  }

  private static WaitUntil until(String code) {
    return WaitUntil.of(code)
        .orElseThrow(
            () -> QueryParameters.bad("until= wants answered, ended, question or change."));
  }

  /** Looks for a task. */
  @FunctionalInterface
  private interface Look {
    Optional<AgentTask> now() throws InterruptedException;
  }

  private static Optional<AgentTask> found(Look look) {
    try {
      return look.now();
    } catch (UnknownExchangeException e) {
      throw unknown(e);
    } catch (LargeTaskException e) {
      throw notNow(String.valueOf(e.getMessage()));
    } catch (InterruptedException stopping) {
      throw notNow("The gateway is being stopped, or the client is gone.");
    }
  }

  private static ProblemException notNow(String why) {
    return new ProblemException(503, "Not now", why)
        .typed("urn:mess:not-now")
        .retryAfter(Duration.ofSeconds(5));
  }

  private Optional<AgentTask> waitFor(String agent, Look look) {
    if (waitingOf.merge(agent, 1, Integer::sum) > WAITING_OF_ONE || !waiting.tryAcquire()) {
      leave(agent);
      throw notNow("Too many are waiting already. Ask without wait=.");
    }
    try (ClientWatch _ = ClientWatch.begin()) {
      return found(look);
    } finally {
      waiting.release();
      leave(agent);
    }
  }

  private void leave(String agent) {
    waitingOf.computeIfPresent(agent, (_, count) -> count == 1 ? null : count - 1);
  }
}
