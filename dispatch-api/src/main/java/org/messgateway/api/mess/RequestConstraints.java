package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of place and time of a request. Source: MESS protocol §3.2.
 *
 * @param location a text, or a map with {@code lat}, {@code lng} and {@code radius_km}
 * @param notBefore the earliest instant of a notification; null for none
 * @param expires the deadline as written: an instant, or a duration ({@code 2h}, ISO 8601) from the
 *     thread's creation; null for none
 * @param urgency {@code whenever}, {@code soon} or {@code now}; null for none
 * @param environment the conditions of the surroundings as written
 * @param dependsOn client ids or refs of threads that must have succeeded first
 */
public record RequestConstraints(
    @Nullable Object location,
    @Nullable Instant notBefore,
    @Nullable String expires,
    @Nullable String urgency,
    List<String> environment,
    List<String> dependsOn) {

  /** No conditions. */
  public static final RequestConstraints NONE =
      new RequestConstraints(null, null, null, null, List.of(), List.of());

  public RequestConstraints {
    environment = List.copyOf(environment);
    dependsOn = List.copyOf(dependsOn);
  }
}
