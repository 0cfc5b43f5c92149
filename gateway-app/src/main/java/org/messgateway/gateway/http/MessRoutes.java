package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentRequests.BeyondVersion;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.answer.AgentRequests.UnclaimedRequirement;
import org.messgateway.gateway.config.Registrant;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.StoredToken;
import org.messgateway.gateway.links.TokenKind;

/**
 * {@code GET /mess/{id}} and {@code POST /mess}: the exchange for agents. Executors may post here
 * too and name the thread by {@code re}.
 */
public final class MessRoutes implements HttpService {

  /** What an operator may send. */
  private static final Set<String> ASKED = Set.of("v", "query");

  private static final int WHOLE = Integer.MAX_VALUE;

  private final TokenGate gate;
  private final Tasks tasks;
  private final BiFunction<String, String, Optional<TaskDocument>> view;
  private final Submissions submissions;
  private final AgentRequests requests;
  private final AnswerRoutes answers;
  private final ConfigMessages config;
  private final AgentQuota quota;
  private final ConfigMessageHandler registering;
  private final LargeViews views;

  /**
   * @param view from exchange and ref to the whole thread, for its requestor
   * @param answers takes messages of executors
   * @param config takes entries that register executors, rules and capabilities
   * @param quota of agents
   */
  public MessRoutes(
      TokenGate gate,
      Tasks tasks,
      BiFunction<String, String, Optional<TaskDocument>> view,
      Submissions submissions,
      AgentRequests requests,
      AnswerRoutes answers,
      ConfigMessages config,
      AgentQuota quota,
      LargeViews views) {
    this.views = views;
    this.gate = gate;
    this.tasks = tasks;
    this.view = view;
    this.submissions = submissions;
    this.requests = requests;
    this.answers = answers;
    this.config = config;
    this.quota = quota;
    this.registering = new ConfigMessageHandler(gate, config, requests, answers, quota);
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

  private void take(ServerRequest request, ServerResponse response) {
    Optional<StoredToken> agent = gate.stored(request, TokenKind.AGENT);
    if (agent.isPresent()) {
      ask(agent.get().name(), request, response);
    } else {
      config
          .registrant(request)
          .ifPresentOrElse(
              by -> registerOrGoOn(by, request, response), () -> answer(request, response));
    }
  }

  /** An operator, or an executor that need not be among those who answer yet. */
  private void registerOrGoOn(Registrant by, ServerRequest request, ServerResponse response) {
    try (Submission submission = RequestBodies.message(request, submissions, by.name())) {
      if (ConfigMessages.concerns(submission.mess())) {
        registering.take(by, request, response, submission);
      } else if (by.kind() == Registrant.Kind.OPERATOR) {
        look(request, response, submission);
      } else {
        gate.executor(request);
        answer(request, response, submission);
      }
    }
  }

  private void ask(String agent, ServerRequest request, ServerResponse response) {
    quota.request(agent);
    try (Submission submission = RequestBodies.message(request, submissions, "agent " + agent)) {
      if (ConfigMessages.concerns(submission.mess())) {
        Registrant by = new Registrant(Registrant.Kind.AGENT, agent);
        registering.take(by, request, response, submission);
        return;
      }
      quota.creation(agent, tasks(submission));
      send(
          request,
          response,
          submission,
          requests.say(message(agent, request, submission, submission.mess())));
    }
  }

  static AgentRequests.RequestMessage message(
      String agent,
      ServerRequest request,
      Submission submission,
      List<Map<String, @Nullable Object>> mess) {
    return new AgentRequests.RequestMessage(
        agent,
        "http",
        AnswerRoutes.key(request, submission),
        mess,
        request.query().first("exchange").asOptional(),
        submission.files());
  }

  /** An operator asks, about the threads of everybody. */
  private void look(ServerRequest request, ServerResponse response, Submission submission) {
    onlyAsks(submission.mess());
    send(request, response, submission, requests.ask(submission.mess()));
  }

  static void onlyAsks(List<Map<String, @Nullable Object>> mess) {
    if (mess.stream().anyMatch(entry -> !ASKED.containsAll(entry.keySet()))) {
      throw new ProblemException(
          403,
          "Forbidden",
          "An operator's token permits to ask (`- query: {type: status}`) and to register"
              + " (`- config: {executor: {id: …}}`).");
    }
  }

  private static void send(
      ServerRequest request,
      ServerResponse response,
      Submission submission,
      AgentRequests.RequestResult outcome) {
    RequestResult.Stored taken = stored(outcome, submission, List.of());
    AnswerFormat.of(request).send(response, members(taken), MessAnswers.of(taken));
  }

  static int tasks(Submission submission) {
    return (int) submission.mess().stream().filter(each -> each.containsKey("request")).count();
  }

  /**
   * @param numbers of the entries in the message; empty where they are all of it
   */
  static RequestResult.Stored stored(
      RequestResult outcome, Submission submission, List<Integer> numbers) {
    return switch (outcome) {
      case RequestResult.Stored taken -> taken;
      case RequestResult.Rejected refused ->
          throw EntryRefusal.of(
              submission,
              refused.sentence(),
              refused.example(),
              refused.entry() == 0 || numbers.isEmpty()
                  ? refused.entry()
                  : numbers.get(refused.entry() - 1));
      case RequestResult.OthersThread notYours ->
          throw new ProblemException(
                  403, "Forbidden", "You asked for nothing that is called " + notYours.re() + ".")
              .with("re", notYours.re());
      case RequestResult.NoSuchExchange unknown ->
          throw ProblemException.notFound(unknown.sentence()).typed("urn:mess:no-such-exchange");
      case RequestResult.Unavailable later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(Duration.ofSeconds(5));
    };
  }

  static Map<String, @Nullable Object> members(RequestResult.Stored taken) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", true);
    members.put("again", taken.again());
    members.put("created", taken.created().stream().map(MessRoutes::created).toList());
    members.put("touched", taken.touched());
    put(members, "threads", taken.outcomes(Standing.class).map(MessRoutes::standing).toList());
    put(members, "answers", taken.outcomes(Found.class).map(Found::structured).toList());
    put(
        members,
        "hints",
        taken.outcomes(UnclaimedRequirement.class).map(UnclaimedRequirement::sentence).toList());
    put(members, "kept", taken.outcomes(KeptEntry.class).map(MessRoutes::kept).toList());
    taken.outcomes(BeyondVersion.class).forEach(each -> members.put("note", each.sentence()));
    return members;
  }

  private static void put(
      Map<String, @Nullable Object> members, String name, List<? extends Object> values) {
    if (!values.isEmpty()) {
      members.put(name, values);
    }
  }

  private static Map<String, @Nullable Object> created(AgentRequests.Created created) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", created.id());
    members.put("ref", created.ref());
    ThreadStatus status = created.status();
    members.put("status", status == null ? null : status.code());
    members.put("holder", created.holder());
    members.put("again", created.again());
    return members;
  }

  private static Map<String, @Nullable Object> standing(Standing now) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("re", now.re());
    members.put("ref", now.ref());
    members.put("status", now.status().code());
    members.put("holder", now.holder());
    members.put("again", now.again());
    if (now.note() != null) {
      members.put("note", now.note());
    }
    return members;
  }

  private static Map<String, @Nullable Object> kept(KeptEntry kept) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("type", kept.type());
    members.put("refs", kept.refs());
    return members;
  }

  private void answer(ServerRequest request, ServerResponse response) {
    // No body is read before the token is checked.
    String executor = gate.executor(request);
    try (Submission submission = RequestBodies.message(request, submissions, executor)) {
      answer(request, response, submission);
    }
  }

  private void answer(ServerRequest request, ServerResponse response, Submission submission) {
    answers.answer(
        request,
        response,
        submission,
        ThreadEntries.of(submission, re -> gate.forThread(request, re)));
  }
}
