package org.messgateway.gateway.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Health by lane and by channel; above 20,000 lanes, those without state are forgotten. */
final class HealthRegistry {

  /** Some 200 bytes each. */
  private static final int MANY = 20_000;

  private final Timers timers;
  private final Map<Long, LaneHealth> lanes = new ConcurrentHashMap<>();
  private final Map<String, ChannelHealth> channels = new ConcurrentHashMap<>();

  HealthRegistry(Timers timers) {
    this.timers = timers;
  }

  /** The health of a lane that is leased from now on. */
  LaneHealth open(long lane) {
    return lanes.compute(
        lane,
        (_, known) -> {
          LaneHealth memory = known == null ? new LaneHealth() : known;
          memory.leased(1);
          return memory;
        });
  }

  /** The lane is not leased any more. */
  void close(long lane) {
    lanes.computeIfPresent(
        lane,
        (_, memory) -> {
          memory.leased(-1);
          return lanes.size() > MANY && memory.forgettable(timers.nanos()) ? null : memory;
        });
  }

  ChannelHealth channel(String name) {
    return channels.computeIfAbsent(name, _ -> new ChannelHealth());
  }
}
