package org.messgateway.gateway.answer.chat;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;

/**
 * The present state of a thread, as chats need it.
 *
 * @param intent the task in one line
 * @param requestor name of the requestor
 * @param status by {@link Conversation}: claimed also where only a message claims the task
 * @param holder by {@link Conversation}; of a free task the executor whom the exchange proposes;
 *     null for nobody
 * @param hints wanted types of answer: {@code image}, {@code confirmation} …
 * @param confirmBefore whether the requestor has to agree before the task is done
 */
public record ChatTask(
    String ref,
    String intent,
    String requestor,
    ThreadStatus status,
    @Nullable String holder,
    Set<String> hints,
    boolean confirmBefore) {

  public ChatTask {
    hints = Set.copyOf(hints);
  }

  static ChatTask of(String ref, MessThread thread) {
    Envelope envelope = thread.envelope();
    Conversation conversation = Conversation.of(thread);
    String holder = conversation.holder();
    return new ChatTask(
        ref,
        NotificationText.intent(thread),
        thread.requestor().orElse("Who asked"),
        conversation.status(),
        holder != null ? holder : envelope.executor(),
        hints(thread),
        envelope.confirmBefore()
            || thread.request().map(Payload.Request::confirmBefore).orElse(false));
  }

  private static Set<String> hints(MessThread thread) {
    return thread.request().stream()
        .flatMap(request -> request.responseHint().stream())
        .map(Payload.ResponseHint::type)
        .collect(Collectors.toSet());
  }

  boolean isHeldBy(String executor) {
    return !status.ended() && executor.equals(holder) && status != ThreadStatus.PENDING;
  }

  boolean isFree() {
    return !status.ended() && (holder == null || status == ThreadStatus.PENDING);
  }

  /** Whether yes or no is an answer to the request. */
  boolean wantsYesOrNo() {
    return hints.contains("confirmation");
  }
}
