package org.messgateway.gateway.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests.BeyondVersion;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.EntryOutcome;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.answer.AgentRequests.UnclaimedRequirement;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.protocol.StatusCodes;

/** What the exchange answers as entries of MESS. Source: protocol §4.2, §5 and §7.2. */
final class MessAnswers {

  private static final String RE = "re";
  private static final String REF = "ref";
  private static final String CODE = "code";
  private static final String MESSAGE = "message";
  private static final String LAST = "last";
  private static final String AGAIN = "again";
  private static final String URN = "urn:mess:";

  private MessAnswers() {}

  /** What became of an agent's message, in the order of its entries; requests share one ack. */
  static List<Map<String, @Nullable Object>> of(RequestResult.Stored taken) {
    List<Map<String, @Nullable Object>> mess = new ArrayList<>();
    List<Created> created = taken.created();
    for (EntryOutcome outcome : taken.outcomes()) {
      switch (outcome) {
        case Created one -> {
          if (one.equals(created.getFirst())) {
            mess.add(ack(taken, created));
          }
          if (one.again() && one.status() != null) {
            mess.add(standing(one, one.status()));
          }
        }
        case Standing now -> mess.add(standing(now));
        case Found(Map<String, @Nullable Object> structured) ->
            mess.add(response(LAST, Map.of("structured", structured)));
        case KeptEntry kept -> mess.add(kept(kept));
        case UnclaimedRequirement(String ref, String sentence) -> mess.add(received(ref, sentence));
        case BeyondVersion(String sentence) -> mess.add(received(LAST, sentence));
      }
    }
    return mess;
  }

  private static Map<String, @Nullable Object> ack(
      RequestResult.Stored taken, List<Created> created) {
    Map<String, @Nullable Object> ack = new LinkedHashMap<>();
    if (created.size() == 1) {
      String id = created.getFirst().id();
      ack.put(RE, id == null ? LAST : id);
      ack.put(REF, created.getFirst().ref());
    } else {
      ack.put("requests", created.stream().map(MessAnswers::request).toList());
    }
    ack.put("received_at", taken.receivedAt());
    return entry("ack", ack);
  }

  private static Map<String, @Nullable Object> request(Created created) {
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    if (created.id() != null) {
      request.put("id", created.id());
    }
    request.put(REF, created.ref());
    return request;
  }

  private static Map<String, @Nullable Object> standing(Standing now) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>();
    more.put(MESSAGE, now.note());
    more.put(AGAIN, now.again() ? true : null);
    return standing(now.re(), now.ref(), now.status().code(), now.holder(), more);
  }

  /** A request that came before: how its task stands now. */
  private static Map<String, @Nullable Object> standing(Created made, ThreadStatus status) {
    return standing(
        made.id() == null ? made.ref() : made.id(),
        made.ref(),
        status.code(),
        made.holder(),
        Map.of(AGAIN, true));
  }

  /** What an executor said is in the thread, which stands so now. */
  static List<Map<String, @Nullable Object>> of(
      String ref, AnswerResult.Accepted taken, @Nullable Object token) {
    List<Map<String, @Nullable Object>> mess = new ArrayList<>();
    taken.notes().forEach(sentence -> mess.add(received(ref, sentence)));
    Map<String, @Nullable Object> more = new LinkedHashMap<>();
    more.put(AGAIN, taken.again() ? true : null);
    more.put("token", token);
    mess.add(standing(ref, ref, taken.status().code(), taken.holder(), more));
    return mess;
  }

  /**
   * How a thread stands. One that nobody has claimed is {@code received}: the protocol has no code
   * {@code pending}.
   */
  private static Map<String, @Nullable Object> standing(
      String re,
      String ref,
      String status,
      @Nullable String holder,
      Map<String, ? extends @Nullable Object> more) {
    Map<String, @Nullable Object> standing = new LinkedHashMap<>();
    standing.put(RE, re);
    standing.put(CODE, status.equals(ThreadStatus.PENDING.code()) ? StatusCodes.RECEIVED : status);
    if (holder != null) {
      standing.put("executor", holder);
    }
    standing.put(REF, ref);
    more.forEach((key, value) -> {
      if (value != null) {
        standing.put(key, value);
      }
    });
    return entry("status", standing);
  }

  private static Map<String, @Nullable Object> kept(KeptEntry kept) {
    return received(
        kept.refs().size() == 1 ? kept.refs().getFirst() : kept.refs(),
        "\"%s\" is no type of entry that is known here. It is kept in the thread, without effect."
            .formatted(kept.type()));
  }

  private static Map<String, @Nullable Object> received(Object re, String message) {
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    status.put(RE, re);
    status.put(CODE, StatusCodes.RECEIVED);
    status.put(MESSAGE, message);
    return entry("status", status);
  }

  /**
   * A refusal: the error, and how the thread stands where the problem knows it.
   *
   * @param thread what it was said to
   */
  static List<Map<String, @Nullable Object>> of(ProblemException problem, String thread) {
    Map<String, @Nullable Object> detail = new LinkedHashMap<>(problem.more());
    String re = String.valueOf(detail.containsKey(RE) ? detail.remove(RE) : thread);
    Map<String, @Nullable Object> error = new LinkedHashMap<>();
    error.put(CODE, code(problem));
    error.put(MESSAGE, problem.detail());
    if (!detail.isEmpty()) {
      error.put("detail", detail);
    }
    List<Map<String, @Nullable Object>> mess = new ArrayList<>();
    mess.add(response(re, Map.of("error", error)));
    if (detail.get(REF) instanceof String ref && detail.get("status") instanceof String status) {
      @Nullable String holder = detail.get("holder") instanceof String name ? name : null;
      boolean again = Boolean.TRUE.equals(detail.get(AGAIN));
      mess.add(standing(re, ref, status, holder, again ? Map.of(AGAIN, true) : Map.of()));
    }
    return mess;
  }

  /** The last part of the problem's type, or its title, in the spelling of codes. */
  private static String code(ProblemException problem) {
    String name =
        problem.type().startsWith(URN) ? problem.type().substring(URN.length()) : problem.title();
    return name.toLowerCase(Locale.ROOT).replaceAll("[ -]+", "_");
  }

  private static Map<String, @Nullable Object> response(String re, Map<String, ?> content) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put(RE, re);
    response.put("content", List.of(content));
    return entry("response", response);
  }

  private static Map<String, @Nullable Object> entry(String type, Map<String, ?> value) {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put(type, value);
    return entry;
  }
}
