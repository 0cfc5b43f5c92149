package org.messgateway.gateway.respond;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.Verdict;

/** What became of an answer, as HTTP says it. */
final class Verdicts {

  private static final Duration A_MOMENT = Duration.ofSeconds(5);

  private Verdicts() {}

  /**
   * The members of the answer when it was taken; throws the problem when it was not.
   *
   * @param token a fresh one for the same thread and executor
   */
  static Map<String, @Nullable Object> members(String ref, Verdict verdict, String token) {
    return switch (verdict) {
      case Verdict.Taken taken -> taken(ref, taken, token);
      case Verdict.HeldByOther other ->
          throw new ProblemException(409, "Taken", other.holderName() + " has it.")
              .typed("urn:mess:taken")
              .with("holder", other.holder())
              .with("holder_name", other.holderName())
              .with("kept", other.kept());
      case Verdict.Over over ->
          throw new ProblemException(409, "Over", "This task is over.")
              .typed("urn:mess:over")
              .with("status", over.status().code())
              .with("kept", over.kept());
      case Verdict.Refused refused ->
          throw new ProblemException(422, "Refused", refused.sentence()).typed("urn:mess:refused");
      case Verdict.Absent() -> throw ProblemException.notFound("This task is not here any more.");
      case Verdict.NotNow later ->
          throw new ProblemException(503, "Not now", later.sentence())
              .typed("urn:mess:not-now")
              .retryAfter(A_MOMENT);
    };
  }

  private static Map<String, @Nullable Object> taken(
      String ref, Verdict.Taken taken, String token) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", true);
    members.put("ref", ref);
    members.put("status", taken.status().code());
    members.put("holder", taken.holder());
    members.put("again", taken.again());
    members.put("token", token);
    return members;
  }
}
