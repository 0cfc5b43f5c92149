package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;

/**
 * A request to be written as a new thread.
 *
 * @param requestor who asks
 * @param channel how it came: cli, http, mcp
 * @param intent what is to be done
 * @param id the requestor's own id of it
 * @param requires capabilities that whoever does it must all have
 * @param context texts, or data URIs for pictures
 * @param priority null for normal
 * @param expires an instant or a duration ({@code 2h}) from now
 * @param neededBy v1.1: until when; an instant
 * @param notBefore not to be told before this
 * @param dependsOn client ids or refs of threads that must have ended well first
 * @param responseHints what sort of answer is wanted: text, image …
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

  /** A request that says only what is to be done. */
  public static NewRequest of(String requestor, String channel, String intent) {
    return new NewRequest(
        requestor, channel, intent, null, List.of(), List.of(), null, null, null, null, List.of(),
        List.of());
  }
}
