package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where and when a request may be done. Source: protocol §3.2.
 *
 * @param location a text, or a map with {@code lat}, {@code lng}, {@code radius_km}
 * @param notBefore not to be told before this
 * @param expires as it is written: an instant or a duration ({@code 2h}, ISO 8601) from the
 *     thread's creation
 * @param urgency whenever, soon or now
 * @param dependsOn client ids or refs of threads that must have ended well first
 */
public record Constraints(
    @Nullable Object location,
    @Nullable Instant notBefore,
    @Nullable String expires,
    @Nullable String urgency,
    List<String> environment,
    List<String> dependsOn) {

  public static final Constraints NONE =
      new Constraints(null, null, null, null, List.of(), List.of());

  public Constraints {
    environment = List.copyOf(environment);
    dependsOn = List.copyOf(dependsOn);
  }
}
