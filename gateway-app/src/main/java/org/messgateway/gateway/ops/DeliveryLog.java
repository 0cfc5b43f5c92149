package org.messgateway.gateway.ops;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.AttemptReport;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exactly one line per attempt, as {@code key=value}, on the logger {@code mess.delivery}.
 *
 * <p>No secrets: a URL is shown by its host, a phone number by its last four digits. A failure that
 * repeats on a lane is counted, and written out in full when it changes.
 */
public final class DeliveryLog implements AttemptObserver {

  /** Name of the logger. */
  static final String LOGGER = "mess.delivery";

  private static final int LANES = 10_000;
  private static final int ADDRESSES = 10_000;

  private final Logger log;

  /** How addresses are shown: to parse one costs more than the rest of a line. */
  private final Map<String, String> shown = new ConcurrentHashMap<>();

  private final Map<Long, RepeatedFailure> lastFailures =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RepeatedFailure> eldest) {
          return size() > LANES;
        }
      };

  /** The last failure of a lane, and how often in a row. */
  private record RepeatedFailure(String failure, int times) {}

  public DeliveryLog() {
    this(LoggerFactory.getLogger(LOGGER));
  }

  DeliveryLog(Logger log) {
    this.log = log;
  }

  @Override
  public void attempted(AttemptReport report) {
    switch (report.outcome()) {
      case "delivered", "withdrawn" -> log.info(line(report));
      case "deferred", "expired" -> log.warn(line(report));
      default -> log.error(line(report));
    }
  }

  private String shown(String address) {
    if (shown.size() >= ADDRESSES) {
      shown.clear();
    }
    return shown.computeIfAbsent(address, LogRedaction::address);
  }

  String line(AttemptReport report) {
    Identity identity = report.delivery().identity();
    Line line =
        new Line()
            .add("delivery", report.delivery().id())
            .add("ref", identity.ref())
            .add("executor", identity.executor())
            .add("channel", identity.channel())
            .addShown("to", shown(identity.address()))
            .add("kind", identity.kind().code())
            .add("attempt", Integer.toString(report.delivery().attempt()))
            .add("outcome", report.outcome());
    FailureReason reason = report.reason();
    if (reason != null) {
      line.add("reason", reason.code());
    }
    line.add("ms", Long.toString(report.took().toMillis()));
    result(line, report);
    sentence(line, report);
    return line.toString();
  }

  private static void result(Line line, AttemptReport report) {
    switch (report.result()) {
      case Settlement.Delivered(var receipt, var reply) -> {
        if (!receipt.parts().isEmpty()) {
          line.add("receipt", receipt.parts().toString());
        }
        if (reply != null) {
          line.add("note", answer(reply));
        }
      }
      case Settlement.Retry(var next, _, _, _, var uncertain) -> {
        line.add("next", next.truncatedTo(ChronoUnit.MILLIS).toString());
        flag(line, "uncertain", uncertain);
      }
      case Settlement.Ended _ -> {}
    }
    flag(line, "resent", report.resent());
    flag(line, "lost_lease", !report.counted());
  }

  private static void flag(Line line, String name, boolean set) {
    if (set) {
      line.add(name, "true");
    }
  }

  private static String answer(ServiceReply reply) {
    return "answer of "
        + reply.body().length
        + " bytes kept with the attempt; a MESS list in it counts as an answer";
  }

  /** In full when the last failure of the lane was another one; a success forgets it. */
  private void sentence(Line line, AttemptReport report) {
    @Nullable String sentence =
        switch (report.result()) {
          case Settlement.Delivered _ -> null;
          case Settlement.Retry(_, _, var why, _, _) -> why;
          case Settlement.Ended(_, _, var why) -> why;
        };
    int times = times(report.delivery().lane().lane(), sentence);
    if (sentence != null && times == 1) {
      line.addShown("sentence", LogRedaction.sentence(sentence));
    } else if (sentence != null) {
      line.add("repeated", Integer.toString(times));
    }
  }

  private int times(long lane, @Nullable String failure) {
    synchronized (lastFailures) {
      if (failure == null) {
        lastFailures.remove(lane);
        return 0;
      }
      RepeatedFailure before = lastFailures.get(lane);
      int times = before != null && before.failure().equals(failure) ? before.times() + 1 : 1;
      lastFailures.put(lane, new RepeatedFailure(failure, times));
      return times;
    }
  }

  @Override
  public void corrected(Identity identity, FailureReason reason, String sentence) {
    log.error(
        new Line()
            .add("delivery", identity.id())
            .add("ref", identity.ref())
            .add("executor", identity.executor())
            .add("channel", identity.channel())
            .addShown("to", shown(identity.address()))
            .add("kind", identity.kind().code())
            .add("correction", "not_delivered")
            .add("reason", reason.code())
            .addShown("sentence", LogRedaction.sentence(sentence))
            .toString());
  }

  /** A line of {@code key=value} pairs. */
  private static final class Line {
    private final StringBuilder text = new StringBuilder(256);

    Line add(String key, String value) {
      return addShown(key, LogRedaction.value(value));
    }

    Line addShown(String key, String shown) {
      if (!text.isEmpty()) {
        text.append(' ');
      }
      text.append(key).append('=').append(shown);
      return this;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
