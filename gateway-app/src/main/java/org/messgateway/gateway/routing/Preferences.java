package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * What an executor wants to be spared. Source: reference executor files.
 *
 * @param minPriority nothing below it
 * @param quietHours defer what is not urgent; null for none
 * @param capabilityFilter when not empty, only requests that need one of these
 * @param pausedUntil defers what is not urgent, like quiet hours; null when it did not ask for that
 */
public record Preferences(
    Priority minPriority,
    @Nullable QuietHours quietHours,
    List<String> capabilityFilter,
    @Nullable Instant pausedUntil) {

  public static final Preferences NONE = new Preferences(Priority.BACKGROUND, null, List.of());

  /** Of one who did not ask to be left alone. */
  public Preferences(
      Priority minPriority, @Nullable QuietHours quietHours, List<String> capabilityFilter) {
    this(minPriority, quietHours, capabilityFilter, null);
  }

  /** The same, left alone until then. */
  public Preferences paused(Instant until) {
    return new Preferences(minPriority, quietHours, capabilityFilter, until);
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
