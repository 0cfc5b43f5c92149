package org.messgateway.gateway.respond;

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
import org.jspecify.annotations.Nullable;
import org.messgateway.api.TaskDocument;
import org.messgateway.gateway.answer.Requests;
import org.messgateway.gateway.respond.body.Submission;
import org.messgateway.gateway.respond.body.Submissions;

/**
 * {@code GET /mess/{id}} and {@code POST /mess}: the exchange as agents use it. Executors say here
 * what names its thread by {@code re}.
 */
public final class MessRoutes implements HttpService {

  private static final int WHOLE = Integer.MAX_VALUE;

  private final TokenGate gate;
  private final Tasks tasks;
  private final AgentsView view;
  private final Submissions submissions;
  private final Requests requests;
  private final AnswerRoutes answers;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @param answers takes what executors say
   */
  public MessRoutes(
      TokenGate gate,
      Tasks tasks,
      AgentsView view,
      Submissions submissions,
      Requests requests,
      AnswerRoutes answers) {
    this.gate = gate;
    this.tasks = tasks;
    this.view = view;
    this.submissions = submissions;
    this.requests = requests;
    this.answers = answers;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get("/mess/{id}", this::show).post("/mess", this::take);
  }

  private void show(ServerRequest request, ServerResponse response) {
    LinkClaims reader = gate.reading(request, request.path().pathParameters().get("id"));
    Optional<TaskDocument> document =
        reader.permissions().isEmpty()
            ? view.in(reader.exchange()).of(reader.ref())
            : tasks
                .tasksIn(reader.exchange())
                .flatMap(of -> of.task(reader.ref(), reader.executor()))
                .map(Task::document);
    TaskDocument shown =
        document.orElseThrow(() -> ProblemException.notFound("This task is not here any more."));
    boolean yaml = Accepts.yaml(request);
    response
        .header(HeaderNames.CONTENT_TYPE, yaml ? "application/yaml" : "application/json")
        .send(yaml ? shown.yaml(WHOLE) : shown.json(WHOLE));
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
    Requests.Outcome outcome;
    try (Submission said = Bodies.message(request, submissions)) {
      if (!said.files().isEmpty()) {
        throw new ProblemException(
            422, "Refused", "Files of a request stand in its context as URIs or data URIs.");
      }
      outcome =
          requests.say(
              new Requests.Message(agent, "http", AnswerRoutes.key(request, said), said.mess()));
    }
    response
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(members(outcome)));
  }

  private static Map<String, Object> members(Requests.Outcome outcome) {
    return switch (outcome) {
      case Requests.Outcome.Taken taken -> {
        List<Map<String, @Nullable Object>> created = new ArrayList<>();
        taken.created().forEach(each -> created.add(created(each)));
        yield Map.of("ok", true, "created", created, "touched", taken.touched());
      }
      case Requests.Outcome.Refused refused ->
          throw new ProblemException(422, "Refused", refused.sentence()).typed("urn:mess:refused");
      case Requests.Outcome.NotYours notYours ->
          throw new ProblemException(
              403, "Forbidden", "You asked for nothing that is called " + notYours.re() + ".");
      case Requests.Outcome.NotNow later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }

  private static Map<String, @Nullable Object> created(Requests.Created created) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", created.id());
    members.put("ref", created.ref());
    return members;
  }

  private void answer(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    // Nobody's body is read before we know them.
    gate.executor(request);
    try (Submission said = Bodies.message(request, submissions)) {
      LinkClaims claims = gate.forThread(request, re(said));
      answers.answer(request, response, claims, said);
    }
  }

  /** The one thread that all entries name. */
  private static String re(Submission said) {
    List<String> named =
        said.mess().stream()
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
