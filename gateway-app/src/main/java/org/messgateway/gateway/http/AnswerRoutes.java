package org.messgateway.gateway.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerService;
import org.messgateway.gateway.answer.MessageKey;
import org.messgateway.gateway.http.body.Submission;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.protocol.StatusCodes;

/**
 * {@code POST /thread/{ref}}: an executor's answer on a thread. The response is sent once the
 * answer is on the disk.
 */
public final class AnswerRoutes implements HttpService {

  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final String CHANNEL = "http";

  /** After which an answer that could not be written is sent again. */
  private static final Duration NOT_NOW = Duration.ofSeconds(5);

  private final TokenGate gate;
  private final LinkTokens tokens;
  private final Submissions submissions;
  private final AnswerService answerService;

  public AnswerRoutes(
      TokenGate gate, LinkTokens tokens, Submissions submissions, AnswerService answerService) {
    this.gate = gate;
    this.tokens = tokens;
    this.submissions = submissions;
    this.answerService = answerService;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.post("/thread/{ref}", this::answer);
  }

  private void answer(ServerRequest request, ServerResponse response) {
    LinkClaims claims = gate.forThread(request, request.path().pathParameters().get("ref"));
    try (Submission submission = RequestBodies.message(request, submissions, claims.executor())) {
      answer(request, response, submission, List.of(ThreadEntries.whole(claims, submission)));
    }
  }

  /**
   * Writes a message into the threads that it is about, deletes its files, and responds with what
   * became of it in each. Nothing is written where one of them must not be answered.
   */
  void answer(
      ServerRequest request,
      ServerResponse response,
      Submission submission,
      List<ThreadEntries> threads) {
    AnswerForms outcome = answered(request, response, submission, threads);
    AnswerFormat.of(request).send(response, outcome.members(), outcome.mess());
  }

  /**
   * What became of a message in all its threads.
   *
   * @param members of the JSON form
   * @param mess entries of the form in MESS
   */
  record AnswerForms(
      Map<String, @Nullable Object> members, List<Map<String, @Nullable Object>> mess) {}

  /** Does the same and sends nothing yet; the response has its status. */
  AnswerForms answered(
      ServerRequest request,
      ServerResponse response,
      Submission submission,
      List<ThreadEntries> threads) {
    threads.forEach(each -> permitted(each.claims().permissions(), each.mess()));
    MessageKey key = key(request, submission);
    List<Said> said = threads.stream().map(each -> say(key, submission, each)).toList();
    submission.close();
    if (said.size() == 1) {
      Said one = said.getFirst();
      if (one.problem() != null) {
        throw one.problem();
      }
      return new AnswerForms(one.members(), one.mess());
    }
    List<ProblemException> problems = said.stream().flatMap(Said::problems).toList();
    problems.stream()
        .findFirst()
        .ifPresent(first -> response.status(Status.create(first.status())));
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", problems.isEmpty());
    members.put("threads", said.stream().map(Said::members).toList());
    return new AnswerForms(members, said.stream().flatMap(each -> each.mess().stream()).toList());
  }

  /**
   * What became of a message in one thread.
   *
   * @param mess the same in MESS
   * @param problem why it was not taken; null where it was
   */
  private record Said(
      Map<String, @Nullable Object> members,
      List<Map<String, @Nullable Object>> mess,
      @Nullable ProblemException problem) {

    Stream<ProblemException> problems() {
      return Stream.ofNullable(problem);
    }
  }

  private Said say(MessageKey key, Submission submission, ThreadEntries entries) {
    LinkClaims claims = entries.claims();
    AnswerResult result =
        answerService.say(
            new Answer(
                claims.exchange(),
                claims.ref(),
                claims.executor(),
                CHANNEL,
                key,
                entries.mess(),
                entries.files()));
    if (result instanceof AnswerResult.Accepted taken) {
      Map<String, @Nullable Object> members = taken(claims, taken);
      return new Said(members, MessAnswers.of(claims.ref(), taken, members.get("token")), null);
    }
    ProblemException problem = problem(result, submission, entries);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", false);
    members.put("ref", claims.ref());
    members.put("type", problem.type());
    members.put("detail", problem.detail());
    members.putAll(problem.more());
    return new Said(members, MessAnswers.of(problem, claims.ref()), problem);
  }

  /** The sender's key, or its words. */
  static MessageKey key(ServerRequest request, Submission submission) {
    return request
        .headers()
        .first(IDEMPOTENCY_KEY)
        .<MessageKey>map(key -> new MessageKey.Given(checked(key)))
        .orElseGet(() -> new MessageKey.Words(submission.digest()));
  }

  private static String checked(String key) {
    if (!key.matches("[\\x21-\\x7e]{1,200}")) {
      throw new ProblemException(
          400, "Bad request", "An Idempotency-Key has 1 to 200 visible ASCII characters.");
    }
    return key;
  }

  /** Throws 403 when a part of a message needs a permission that the token does not give. */
  private static void permitted(
      Set<Permission> permissions, List<Map<String, @Nullable Object>> mess) {
    if (permissions.isEmpty()) {
      throw new ProblemException(403, "Forbidden", "This token is for reading only.");
    }
    for (Map<String, @Nullable Object> entry : mess) {
      for (Map.Entry<String, @Nullable Object> part : entry.entrySet()) {
        Permission needed = needed(part.getKey(), part.getValue());
        if (!permissions.contains(needed)) {
          throw new ProblemException(
              403, "Forbidden", "This token does not permit to " + needed.code() + ".");
        }
      }
    }
  }

  /** Claiming and declining have permissions of their own, in every spelling that counts. */
  private static Permission needed(String type, @Nullable Object value) {
    Object code = value instanceof Map<?, ?> map ? map.get("code") : value;
    return type.equals("status") && code != null
        ? StatusCodes.canonical(code.toString())
            .flatMap(ThreadStatus::of)
            .map(AnswerRoutes::needed)
            .orElse(Permission.RESPOND)
        : Permission.RESPOND;
  }

  private static Permission needed(ThreadStatus status) {
    return switch (status) {
      case CLAIMED -> Permission.CLAIM;
      case DECLINED -> Permission.DECLINE;
      default -> Permission.RESPOND;
    };
  }

  private static ProblemException problem(
      AnswerResult result, Submission submission, ThreadEntries entries) {
    return switch (result) {
      case AnswerResult.Accepted taken -> throw new IllegalArgumentException(taken + " was taken");
      case AnswerResult.HeldByOther other ->
          conflict("Taken", other.holderName() + " has it.", "urn:mess:taken", entries)
              .with("status", other.status().code())
              .with("holder", other.holder())
              .with("holder_name", other.holderName())
              .with("kept", other.kept())
              .with("again", other.again());
      case AnswerResult.SetFree free ->
          conflict(
                  "Not yours",
                  "This was said before, and the task was set free since; nobody has it. To have it"
                      + " again send claimed with a new key.",
                  "urn:mess:taken",
                  entries)
              .with("status", free.status().code())
              .with("holder", null)
              .with("kept", free.kept())
              .with("again", true);
      case AnswerResult.ThreadEnded over ->
          conflict("Over", "This task is over.", "urn:mess:over", entries)
              .with("status", over.status().code())
              .with("holder", over.holder())
              .with("kept", over.kept())
              .with("again", over.again());
      case AnswerResult.Refused refused ->
          EntryRefusal.of(
              submission.mess(),
              submission.line(),
              refused.sentence(),
              refused.example(),
              entries.number(refused.entry()));
      case AnswerResult.NoSuchThread() ->
          ProblemException.notFound("This task is not here any more.");
      case AnswerResult.TryAgainLater later ->
          new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(NOT_NOW);
    };
  }

  private static ProblemException conflict(
      String title, String sentence, String type, ThreadEntries entries) {
    return new ProblemException(409, title, sentence)
        .typed(type)
        .with("ref", entries.claims().ref());
  }

  /** With a token for the next answer, unless none is wanted. */
  private Map<String, @Nullable Object> taken(LinkClaims claims, AnswerResult.Accepted taken) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", true);
    members.put("ref", claims.ref());
    members.put("status", taken.status().code());
    members.put("holder", taken.holder());
    members.put("again", taken.again());
    if (!taken.notes().isEmpty()) {
      members.put("notes", taken.notes());
    }
    if (!taken.status().ended()) {
      members.put("token", tokens.renewed(claims));
    }
    return members;
  }
}
