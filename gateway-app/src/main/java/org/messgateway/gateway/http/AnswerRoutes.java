package org.messgateway.gateway.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
      answer(request, response, claims, submission);
    }
  }

  /** Writes a submission into its thread, deletes its files, and responds with the outcome. */
  void answer(
      ServerRequest request, ServerResponse response, LinkClaims claims, Submission submission) {
    permitted(claims.permissions(), submission.mess());
    Answer answer =
        new Answer(
            claims.exchange(),
            claims.ref(),
            claims.executor(),
            CHANNEL,
            key(request, submission),
            submission.mess(),
            submission.files());
    AnswerResult result = answerService.say(answer);
    submission.close();
    AnswerResult.Accepted taken = accepted(result);
    Map<String, @Nullable Object> members = taken(claims, taken);
    AnswerFormat.of(request)
        .send(
            response,
            members,
            MessAnswers.of(submission.mess(), claims.ref(), taken, members.get("token")));
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

  /** The answer when it was taken; throws the problem when it was not. */
  private static AnswerResult.Accepted accepted(AnswerResult result) {
    return switch (result) {
      case AnswerResult.Accepted taken -> taken;
      case AnswerResult.HeldByOther other ->
          throw new ProblemException(409, "Taken", other.holderName() + " has it.")
              .typed("urn:mess:taken")
              .with("status", other.status().code())
              .with("holder", other.holder())
              .with("holder_name", other.holderName())
              .with("kept", other.kept());
      case AnswerResult.SetFree free ->
          throw new ProblemException(
                  409,
                  "Not yours",
                  "This was said before, and the task was set free since; nobody has it. To have it"
                      + " again send claimed with a new key.")
              .typed("urn:mess:taken")
              .with("status", free.status().code())
              .with("holder", null)
              .with("kept", free.kept());
      case AnswerResult.ThreadEnded over ->
          throw new ProblemException(409, "Over", "This task is over.")
              .typed("urn:mess:over")
              .with("status", over.status().code())
              .with("holder", over.holder())
              .with("kept", over.kept());
      case AnswerResult.Refused refused ->
          throw new ProblemException(422, "Refused", refused.sentence()).typed("urn:mess:refused");
      case AnswerResult.NoSuchThread() ->
          throw ProblemException.notFound("This task is not here any more.");
      case AnswerResult.TryAgainLater later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(NOT_NOW);
    };
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
