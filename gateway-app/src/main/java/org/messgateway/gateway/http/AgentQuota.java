package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.config.HttpConfig.AgentLimits;

/**
 * What each agent may use, whatever tokens it has: requests a second, tasks created an hour, tasks
 * open at once. Counts in memory, so a restart begins anew, but for the open ones. Thread-safe.
 */
public final class AgentQuota {

  private static final Duration HOUR = Duration.ofHours(1);

  /** How long a count of open tasks is used: counting looks through all threads. */
  private static final long FRESH = Duration.ofSeconds(10).toNanos();

  private static final int MOST_AGENTS = 10_000;

  private final AgentLimits limits;
  private final ToIntFunction<String> open;
  private final LongSupplier nanoTime;
  private final RateLimiter requests;
  private final RateLimiter created;
  private final Map<String, Counted> counted =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Counted> eldest) {
          return size() > MOST_AGENTS;
        }
      };

  /** Open tasks at an instant, and those that were created since. */
  private record Counted(int open, long at) {}

  /**
   * @param open number of an agent's tasks that have not ended
   * @param nanoTime a monotonic clock
   */
  public AgentQuota(AgentLimits limits, ToIntFunction<String> open, LongSupplier nanoTime) {
    this.limits = limits;
    this.open = open;
    this.nanoTime = nanoTime;
    this.requests = new RateLimiter(limits.requests(), limits.requests() * 10, nanoTime);
    this.created = new RateLimiter(HOUR.dividedBy(limits.created()), limits.created(), nanoTime);
  }

  /** Counts a request; throws 429 above the limit. */
  public void request(String agent) {
    Duration wait = requests.call(agent);
    if (!wait.isZero()) {
      throw tooMany("An agent may ask " + limits.requests() + " times a second.", wait);
    }
  }

  /** Counts tasks that are about to be created; throws 429 above a limit, and none counts. */
  synchronized void creation(String agent, int tasks) {
    if (tasks == 0) {
      return;
    }
    Counted now = counted(agent);
    int before = now.open();
    if (before + tasks > limits.open()) {
      throw tooMany(
          "An agent may have "
              + limits.open()
              + " open tasks, and has "
              + before
              + ": cancel some, or wait until some are done.",
          Duration.ofMinutes(1));
    }
    Duration wait = created.call(agent, tasks);
    if (!wait.isZero()) {
      throw tooMany("An agent may create " + limits.created() + " tasks an hour.", wait);
    }
    counted.put(agent, new Counted(before + tasks, now.at()));
  }

  private Counted counted(String agent) {
    long now = nanoTime.getAsLong();
    Counted last = counted.get(agent);
    return last == null || now - last.at() > FRESH
        ? new Counted(open.applyAsInt(agent), now)
        : last;
  }

  private static ProblemException tooMany(String sentence, Duration wait) {
    return new ProblemException(429, "Too many requests", sentence).retryAfter(wait);
  }
}
