package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.PlainText;
import org.messgateway.api.RequestedAnswers;
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
 * @param answers the answers of one tap that the request asks for now
 */
public record ChatTask(
    String ref,
    String intent,
    String requestor,
    ThreadStatus status,
    @Nullable String holder,
    Set<String> hints,
    boolean confirmBefore,
    List<AnswerButton> answers) {

  public ChatTask {
    answers = List.copyOf(answers);
    hints = Set.copyOf(hints);
  }

  static ChatTask of(String ref, MessThread thread) {
    Envelope envelope = thread.envelope();
    Conversation conversation = Conversation.of(thread);
    String holder = conversation.holder();
    return new ChatTask(
        ref,
        PlainText.of(thread.intent()).strip(),
        thread.requestor().orElse(""),
        conversation.status(),
        holder != null ? holder : envelope.executor(),
        hints(thread),
        envelope.confirmBefore()
            || thread.request().map(Payload.Request::confirmBefore).orElse(false),
        RequestedAnswers.of(thread));
  }

  private static Set<String> hints(MessThread thread) {
    return thread.request().stream()
        .flatMap(request -> request.responseHint().stream())
        .map(Payload.ResponseHint::type)
        .collect(Collectors.toSet());
  }

  /**
   * The answer that a button of this code sends; empty when the request asks something else now.
   */
  Optional<AnswerButton> answer(String code) {
    return answers.stream()
        .filter(answer -> answer.kind().sends() && answer.code().equals(code))
        .findFirst();
  }

  /** The answer of this kind; empty when the request does not ask for it. */
  Optional<AnswerButton> answer(AnswerButton.Kind kind) {
    return answers.stream().filter(answer -> answer.kind() == kind).findFirst();
  }

  /** The answer that a reply names by its number, as it was told; empty for any other text. */
  Optional<AnswerButton> numbered(String text) {
    String number = TextNormalizer.of(text);
    return number.matches("[1-9]")
        ? answers.stream()
            .filter(answer -> answer.kind().sends())
            .skip(Integer.parseInt(number) - 1L)
            .findFirst()
        : Optional.empty();
  }

  /** The same task where a digest lists it: there the numbers take it and pass. */
  ChatTask listed() {
    return new ChatTask(ref, intent, requestor, status, holder, hints, confirmBefore, List.of());
  }

  /** The same task of a requestor with this name. */
  ChatTask askedBy(String name) {
    return new ChatTask(ref, intent, name, status, holder, hints, confirmBefore, answers);
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
