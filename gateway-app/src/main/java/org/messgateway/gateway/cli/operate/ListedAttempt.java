package org.messgateway.gateway.cli.operate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.answer.ReplyVerdict;
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueView;

/**
 * One attempt of a delivery, for its maker or an operator.
 *
 * @param verdict what became of the answer; empty where there was none
 */
record ListedAttempt(AttemptRow attempt, Optional<String> verdict) {

  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final int LONGEST_LINE = 200;
  private static final int LONGEST = 4_000;

  /** Files, and what opens something: tokens in links, keys. */
  private static final Pattern DATA = Pattern.compile("(data:[\\w/+.-]*;base64,)[\\w+/=-]+");

  private static final Pattern TOKEN =
      Pattern.compile("((?:token=|mess_\\w{10}_|whsec_|whsk_|Bearer ))[\\w.~+/=-]+");

  static List<ListedAttempt> of(QueueView queue, DeliveryRow delivery) {
    return queue.attempts(delivery.id()).stream()
        .map(attempt ->
            new ListedAttempt(attempt, ReplyVerdict.of(queue, delivery.identity(), attempt)))
        .toList();
  }

  private long millis() {
    return Duration.between(attempt.startedAt(), attempt.endedAt()).toMillis();
  }

  private String sentence() {
    return attempt.sentence() == null ? "" : attempt.sentence();
  }

  /** What it answered, without what opens something. */
  private static String text(ServiceReply reply) {
    String text = new String(reply.body(), UTF_8);
    return TOKEN.matcher(DATA.matcher(text).replaceAll("$1…")).replaceAll("$1…");
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "…";
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  %3d  %s  %s in %d ms  %s"
            .formatted(
                attempt.number(),
                attempt.startedAt().atZone(ZoneId.systemDefault()).format(LOCAL),
                attempt.outcome(),
                millis(),
                sentence())
            .stripTrailing());
    ServiceReply reply = attempt.reply();
    if (reply != null) {
      String line = text(reply).strip().replaceAll("\\s+", " ");
      lines.add("       answered: " + cut(line, LONGEST_LINE));
    }
    verdict.ifPresent(sentence -> lines.add("       " + sentence));
    return lines;
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("number", attempt.number());
    json.put("started", attempt.startedAt().toString());
    json.put("ms", millis());
    json.put("outcome", attempt.outcome());
    json.put("reason", attempt.reason() == null ? "" : attempt.reason().code());
    json.put("sentence", sentence());
    ServiceReply reply = attempt.reply();
    if (reply != null) {
      json.put("media_type", reply.mediaType());
      json.put("answer", cut(text(reply), LONGEST));
      json.put("complete", reply.complete());
    }
    json.put("verdict", verdict.orElse(""));
    return json;
  }
}
