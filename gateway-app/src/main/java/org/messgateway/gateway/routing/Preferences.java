package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * Limits that an executor sets on its notifications. Source: reference executor files.
 *
 * @param minPriority requests of a lower priority are not sent
 * @param quietHours defer requests that are not urgent; null for none
 * @param capabilityFilter when not empty, only requests that need one of these
 * @param anyTask whether tasks that require no capability are told without being spared; empty:
 *     people are told, machines are not (docs/rules.md#spared)
 * @param pausedUntil defers requests that are not urgent, like quiet hours; null for no pause
 */
public record Preferences(
    Priority minPriority,
    @Nullable QuietHours quietHours,
    List<String> capabilityFilter,
    Optional<Boolean> anyTask,
    @Nullable Instant pausedUntil) {

  public static final Preferences NONE = new Preferences(Priority.BACKGROUND, null, List.of());

  /** Preferences without a pause and without a word about tasks that require nothing. */
  public Preferences(
      Priority minPriority, @Nullable QuietHours quietHours, List<String> capabilityFilter) {
    this(minPriority, quietHours, capabilityFilter, Optional.empty(), null);
  }

  /** The same with a pause. */
  public Preferences paused(Instant until) {
    return new Preferences(minPriority, quietHours, capabilityFilter, anyTask, until);
  }

  public Preferences {
    capabilityFilter = List.copyOf(capabilityFilter);
  }

  /**
   * From {@code start} to {@code end} by the clock of the zone; over midnight where start is after
   * end.
   */
  public record QuietHours(LocalTime start, LocalTime end, ZoneId zone) {}
}
