package org.messgateway.gateway.respond;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.time.InstantSource;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.Answers;
import org.messgateway.gateway.answer.Verdict;
import org.messgateway.gateway.respond.body.Submission;
import org.messgateway.gateway.respond.body.Submissions;

/**
 * {@code POST /thread/{ref}}: what an executor says on a thread. Answered once it is on the disk.
 */
public final class AnswerRoutes implements HttpService {

  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final String CHANNEL = "http";

  private final TokenGate gate;
  private final LinkTokens tokens;
  private final Submissions submissions;
  private final Answers answers;
  private final InstantSource clock;
  private final ObjectMapper json = new ObjectMapper();

  public AnswerRoutes(
      TokenGate gate,
      LinkTokens tokens,
      Submissions submissions,
      Answers answers,
      InstantSource clock) {
    this.gate = gate;
    this.tokens = tokens;
    this.submissions = submissions;
    this.answers = answers;
    this.clock = clock;
  }

  @Override
  public void routing(HttpRules rules) {
    rules.post("/thread/{ref}", this::answer);
  }

  private void answer(ServerRequest request, ServerResponse response)
      throws JsonProcessingException {
    LinkClaims claims = gate.forThread(request, request.path().pathParameters().get("ref"));
    try (Submission said = Bodies.message(request, submissions)) {
      answer(request, response, claims, said);
    }
  }

  /** Says it, lets go of its files, and tells what became of it. */
  void answer(ServerRequest request, ServerResponse response, LinkClaims claims, Submission said)
      throws JsonProcessingException {
    new Allowed(claims.permissions()).check(said.mess());
    Answer answer =
        new Answer(
            claims.exchange(),
            claims.ref(),
            claims.executor(),
            CHANNEL,
            key(request, said),
            said.mess(),
            said.files());
    Verdict verdict = answers.say(answer);
    said.close();
    response
        .header(HeaderNames.CONTENT_TYPE, "application/json")
        .send(json.writeValueAsBytes(Verdicts.members(claims.ref(), verdict, fresh(claims))));
  }

  /** What the sender calls it; else the same words are the same answer. */
  static String key(ServerRequest request, Submission said) {
    return request
        .headers()
        .first(IDEMPOTENCY_KEY)
        .map(AnswerRoutes::checked)
        .orElseGet(() -> "sha256:" + said.digest());
  }

  private static String checked(String key) {
    if (!key.matches("[\\x21-\\x7e]{1,200}")) {
      throw new ProblemException(
          400, "Bad request", "An Idempotency-Key has 1 to 200 visible ASCII characters.");
    }
    return key;
  }

  private String fresh(LinkClaims claims) {
    Instant anew = LinkTokens.expiry(clock.instant(), null);
    Instant expires = claims.expires().isAfter(anew) ? claims.expires() : anew;
    return tokens.issue(
        new LinkClaims(
            claims.exchange(), claims.ref(), claims.executor(), claims.permissions(), expires));
  }
}
