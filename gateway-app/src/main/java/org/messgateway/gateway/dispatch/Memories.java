package org.messgateway.gateway.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is remembered per lane and per channel; lanes of which nothing matters are forgotten. */
final class Memories {

  /** Some 200 bytes each. */
  private static final int MANY = 20_000;

  private final Timers timers;
  private final Map<Long, LaneMemory> lanes = new ConcurrentHashMap<>();
  private final Map<String, ChannelMemory> channels = new ConcurrentHashMap<>();

  Memories(Timers timers) {
    this.timers = timers;
  }

  /** The memory of a lane, and from now on this is who it tells: in one step with forgetting. */
  LaneMemory open(long lane, Signal run) {
    return lanes.compute(
        lane,
        (_, known) -> {
          LaneMemory memory = known == null ? new LaneMemory() : known;
          memory.tell(run);
          return memory;
        });
  }

  void close(long lane) {
    lanes.computeIfPresent(
        lane,
        (_, memory) -> {
          memory.tell(null);
          return lanes.size() > MANY && memory.forgettable(timers.nanos()) ? null : memory;
        });
  }

  /** Whether the lane may send one more now, as far as is remembered. */
  boolean hasRoom(long lane, int concurrency) {
    LaneMemory memory = lanes.get(lane);
    return memory == null || memory.hasRoom(concurrency);
  }

  ChannelMemory channel(String name) {
    return channels.computeIfAbsent(name, _ -> new ChannelMemory());
  }
}
