package org.messgateway.gateway.inbound;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A task as it stands.
 *
 * @param intent what is to be done, in one line
 * @param requestor who asked
 * @param holder executor who has it; null for nobody
 * @param hints what sort of answer is wanted: {@code image}, {@code confirmation} …
 * @param confirmBefore whether the one who asked has to agree before it is done
 */
public record Task(
    String ref,
    String intent,
    String requestor,
    ThreadStatus status,
    @Nullable String holder,
    Set<String> hints,
    boolean confirmBefore) {

  public Task {
    hints = Set.copyOf(hints);
  }

  boolean isHeldBy(String executor) {
    return !status.ended() && executor.equals(holder) && status != ThreadStatus.PENDING;
  }

  boolean isFree() {
    return !status.ended() && (holder == null || status == ThreadStatus.PENDING);
  }

  /** Whether yes or no is an answer to it. */
  boolean wantsYesOrNo() {
    return hints.contains("confirmation");
  }
}
