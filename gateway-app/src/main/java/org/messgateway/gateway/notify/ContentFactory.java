package org.messgateway.gateway.notify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.EntryWords;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.ReviewWords;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.Identity;

/** Makes the content of a notification, by its kind, from a thread. */
final class ContentFactory {

  private ContentFactory() {}

  /**
   * The content of one kind.
   *
   * @param holder name of the holder, for people
   * @return empty when the thread does not say it any more, and for kinds that are about no thread
   */
  static Optional<NotificationContent> of(
      Identity identity, MessThread thread, @Nullable String holder) {
    return switch (identity.kind()) {
      case REQUEST -> Optional.of(new NotificationContent.TaskRequest());
      case CLAIMED -> Optional.of(new NotificationContent.ClaimedByReader());
      case TAKEN ->
          Optional.of(
              new NotificationContent.TakenByOther(holder == null ? "Somebody else" : holder));
      case REPLY -> replied(identity.serial(), thread);
      case CANCELLED -> Optional.of(new NotificationContent.TaskCancelled(reason(thread)));
      case REMINDER -> Optional.of(new NotificationContent.TaskReminder());
      case EXPIRED -> Optional.of(new NotificationContent.TaskExpired());
      case FINISHED ->
          Optional.of(new NotificationContent.TaskFinished(thread.envelope().status()));
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE ->
          Optional.of(new NotificationContent.TaskNews(identity.kind()));
      case TROUBLE, DIGEST, TEST -> Optional.empty();
    };
  }

  private static Optional<NotificationContent> replied(int position, MessThread thread) {
    return thread.messages().stream()
        .filter(message -> message.position() == position)
        .filter(message -> message.payloads().stream().anyMatch(ContentFactory::isReply))
        .findFirst()
        .map(message ->
            new NotificationContent.AgentReply(speaker(message, thread), text(message, thread)));
  }

  private static boolean isReply(Payload payload) {
    return payload instanceof Payload.Reply || payload instanceof Payload.Review;
  }

  /** Empty for the exchange, which only tells what others did. */
  private static String speaker(ThreadMessage message, MessThread thread) {
    if (Conversation.EXCHANGE.equals(message.from())) {
      return "";
    }
    return message.from() != null ? message.from() : thread.requestor().orElse("The one who asks");
  }

  private static String text(ThreadMessage message, MessThread thread) {
    Map<String, Question> asked = asked(thread);
    String text =
        message.payloads().stream()
            .flatMap(payload ->
                switch (payload) {
                  case Payload.Reply reply -> lines(reply, asked).stream();
                  case Payload.Review review -> lines(review).stream();
                  default -> Stream.<String>empty();
                })
            .collect(Collectors.joining("\n"));
    return text.isEmpty() ? "(nothing said)" : text;
  }

  private static List<String> lines(Payload.Review review) {
    List<String> lines = new ArrayList<>(ReviewWords.of(review));
    Stream.ofNullable(review.feedback()).forEach(lines::add);
    return lines;
  }

  private static List<String> lines(Payload.Reply reply, Map<String, Question> asked) {
    List<String> lines = new ArrayList<>();
    Stream.ofNullable(reply.confirm()).forEach(yes -> lines.add(yes ? "yes" : "no"));
    Stream.ofNullable(reply.accept())
        .forEach(yes -> lines.add(yes ? "yes, as you suggested" : "no, not as you suggested"));
    // Who asked one thing knows what the answer is about.
    boolean one = reply.answers().size() == 1;
    reply
        .answers()
        .forEach((field, value) ->
            lines.add(
                one
                    ? PlainWords.of(value)
                    : asked
                        .getOrDefault(field, new Question(field, field, List.of()))
                        .with(value)));
    Stream.ofNullable(reply.reason()).map(PlainWords::text).forEach(lines::add);
    EntryWords words = new EntryWords("the one who asks");
    reply.context().stream().map(words::of).filter(text -> !text.isBlank()).forEach(lines::add);
    return lines;
  }

  /** By field; of questions with the same field the last. */
  private static Map<String, Question> asked(MessThread thread) {
    return thread.messages().stream()
        .flatMap(message -> message.payloads(Payload.Status.class).stream())
        .flatMap(status -> Question.of(status).stream())
        .collect(Collectors.toMap(Question::field, each -> each, (_, later) -> later));
  }

  private static @Nullable String reason(MessThread thread) {
    return switch (thread.envelope().status()) {
      case DELEGATED -> "Somebody else was asked to do it.";
      case SUPERSEDED -> replaced(thread);
      default -> called(thread);
    };
  }

  /** Why it goes on elsewhere (protocol §4.2). */
  private static String replaced(MessThread thread) {
    String reason =
        thread.messages().reversed().stream()
            .flatMap(message -> message.payloads(Payload.Status.class).stream())
            .filter(status -> status.status() == ThreadStatus.SUPERSEDED)
            .map(status -> String.valueOf(status.fields().get("reason")))
            .findFirst()
            .orElse("");
    return switch (reason) {
      case "merge" -> "It goes on together with another task.";
      case "split" -> "It goes on as several smaller tasks.";
      default -> "It goes on as another task.";
    };
  }

  private static @Nullable String called(MessThread thread) {
    return thread.messages().reversed().stream()
        .flatMap(message -> message.payloads(Payload.Cancel.class).stream())
        .flatMap(cancel -> Stream.ofNullable(cancel.reason()))
        .findFirst()
        .orElse(null);
  }
}
