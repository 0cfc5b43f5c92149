package org.messgateway.gateway.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.StoredToken;

/**
 * {@code GET /mess/{id}} and {@code POST /mess}: the exchange for agents. Executors may post here
 * too and name the thread by {@code re}.
 */
public final class MessRoutes implements HttpService {

  private static final int WHOLE = Integer.MAX_VALUE;

  private final TokenGate gate;
  private final Tasks tasks;
  private final BiFunction<String, String, Optional<TaskDocument>> view;
  private final Submissions submissions;
  private final AgentRequests requests;
  private final AnswerRoutes answers;
  private final AgentQuota quota;
  private final LargeViews views;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param view from exchange and ref to the whole thread, for its requestor
   * @param answers takes messages of executors
   * @param quota of agents
   */
  public MessRoutes(
      TokenGate gate,
      Tasks tasks,
      BiFunction<String, String, Optional<TaskDocument>> view,
      Submissions submissions,
      AgentRequests requests,
      AnswerRoutes answers,
      AgentQuota quota,
      LargeViews views) {
    this.views = views;
    this.gate = gate;
    this.tasks = tasks;
    this.view = view;
    this.submissions = submissions;
    this.requests = requests;
    this.answers = answers;
    this.quota = quota;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/mess/{id}", this::show).post("/mess", this::take);
  }

  private void show(ServerRequest request, ServerResponse response) {
    gate.agent(request).ifPresent(agent -> quota.request(agent.name()));
    LinkClaims reader = gate.reading(request, request.path().pathParameters().get("id"));
    Tasks of = tasks.tasksIn(reader.exchange()).orElse(tasks);
    boolean asAgent = gate.agent(request).isPresent();
    boolean yaml = AcceptHeader.yaml(request);
    response.header(HeaderNames.CONTENT_TYPE, yaml ? "application/yaml" : "application/json");
    views.send(
        response,
        reader.executor(),
        of.memory(reader.ref()),
        () -> {
          TaskDocument shown = document(reader, asAgent);
          return yaml ? shown.yaml(WHOLE) : shown.json(WHOLE);
        });
  }

  private TaskDocument document(LinkClaims reader, boolean asAgent) {
    Optional<TaskDocument> document =
        asAgent
            ? view.apply(reader.exchange(), reader.ref())
            : tasks
                .tasksIn(reader.exchange())
                .flatMap(of -> of.task(reader))
                .map(TaskView::document);
    return document.orElseThrow(() -> ProblemException.notFound("This task is not here any more."));
  }

  private void take(ServerRequest request, ServerResponse response) throws JsonProcessingException {
    Optional<StoredToken> agent = gate.agent(request);
    if (agent.isPresent()) {
      ask(agent.get().name(), request, response);
    } else {
      answer(request, response);
    }
  }

  private void ask(String agent, ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    AgentRequests.RequestResult outcome;
    quota.request(agent);
    try (Submission submission = RequestBodies.message(request, submissions, "agent " + agent)) {
      if (!submission.files().isEmpty()) {
        throw new ProblemException(
            422, "Refused", "Files of a request stand in its context as URIs or data URIs.");
      }
      quota.creation(agent, tasks(submission));
      outcome =
          requests.say(
              new AgentRequests.RequestMessage(
                  agent, "http", AnswerRoutes.key(request, submission), submission.mess()));
    }
    response
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(members(outcome)));
  }

  private static int tasks(Submission submission) {
    return (int) submission.mess().stream().filter(each -> each.containsKey("request")).count();
  }

  private static Map<String, Object> members(AgentRequests.RequestResult outcome) {
    return switch (outcome) {
      case AgentRequests.RequestResult.Stored taken -> {
        List<Map<String, @Nullable Object>> created = new ArrayList<>();
        taken.created().forEach(each -> created.add(created(each)));
        yield Map.of("ok", true, "created", created, "touched", taken.touched());
      }
      case AgentRequests.RequestResult.Rejected refused ->
          throw new ProblemException(422, "Refused", refused.sentence()).typed("urn:mess:refused");
      case AgentRequests.RequestResult.OthersThread notYours ->
          throw new ProblemException(
              403, "Forbidden", "You asked for nothing that is called " + notYours.re() + ".");
      case AgentRequests.RequestResult.Unavailable later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }

  private static Map<String, @Nullable Object> created(AgentRequests.Created created) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", created.id());
    members.put("ref", created.ref());
    return members;
  }

  private void answer(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    // No body is read before the token is checked.
    String executor = gate.executor(request);
    try (Submission submission = RequestBodies.message(request, submissions, executor)) {
      LinkClaims claims = gate.forThread(request, re(submission));
      answers.answer(request, response, claims, submission);
    }
  }

  /** The one thread that all entries name. */
  private static String re(Submission submission) {
    List<String> named =
        submission.mess().stream()
            .flatMap(entry -> entry.values().stream())
            .flatMap(value ->
                value instanceof Map<?, ?> map
                    ? Optional.ofNullable(map.get("re")).stream()
                    : java.util.stream.Stream.<Object>empty())
            .map(Objects::toString)
            .distinct()
            .toList();
    if (named.size() != 1) {
      throw new ProblemException(
              422, "Refused", "Name the one task that this is about by `re:` in each entry.")
          .typed("urn:mess:refused");
    }
    return named.getFirst();
  }
}
