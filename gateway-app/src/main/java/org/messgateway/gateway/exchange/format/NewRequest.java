package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * A request to be written as a new thread.
 *
 * @param requestor id
 * @param channel cli, http or mcp
 * @param intent of the request
 * @param id the requestor's own id
 * @param requires capabilities; the executor must have all
 * @param context texts, or data URIs for pictures
 * @param priority null for normal
 * @param expires an instant, or a duration ({@code 2h}) from now
 * @param neededBy v1.1: an instant
 * @param notBefore earliest notification
 * @param dependsOn client ids or refs of threads that must have finished first
 * @param responseHints wanted kinds of answer: text, image …
 */
public record NewRequest(
    String requestor,
    String channel,
    String intent,
    @Nullable String id,
    List<String> requires,
    List<String> context,
    @Nullable Priority priority,
    @Nullable String expires,
    @Nullable Instant neededBy,
    @Nullable Instant notBefore,
    List<String> dependsOn,
    List<String> responseHints) {

  public NewRequest {
    requires = List.copyOf(requires);
    context = List.copyOf(context);
    dependsOn = List.copyOf(dependsOn);
    responseHints = List.copyOf(responseHints);
    if (intent.isBlank()) {
      throw new IllegalArgumentException("a request needs an intent");
    }
  }

  /** A request with an intent only. */
  public static NewRequest of(String requestor, String channel, String intent) {
    return new NewRequest(
        requestor, channel, intent, null, List.of(), List.of(), null, null, null, null, List.of(),
        List.of());
  }
}
