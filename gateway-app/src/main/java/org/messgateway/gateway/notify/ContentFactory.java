package org.messgateway.gateway.notify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.EntryWords;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.PlainWords;
import org.messgateway.api.Question;
import org.messgateway.api.ReviewWords;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.queue.Identity;

/** Makes the content of a notification, by its kind, from a thread. */
final class ContentFactory {

  private ContentFactory() {}

  /**
   * The content of one kind.
   *
   * @param holder name of the holder, for people
   * @param audience who reads it
   * @param texts of the reader
   * @return empty when the thread does not say it any more, and for kinds that are about no thread
   */
  static Optional<NotificationContent> of(
      Identity identity,
      MessThread thread,
      @Nullable String holder,
      Audience audience,
      Texts texts) {
    return switch (identity.kind()) {
      case REQUEST -> Optional.of(new NotificationContent.TaskRequest());
      case CLAIMED -> Optional.of(new NotificationContent.ClaimedByReader());
      case TAKEN ->
          Optional.of(
              audience == Audience.PEOPLE && isDone(thread)
                  ? finished(thread, holder, texts)
                  : new NotificationContent.TakenByOther(
                      holder == null ? texts.get("notice.somebody") : holder));
      case REPLY -> replied(identity.serial(), thread, texts);
      case CANCELLED -> Optional.of(new NotificationContent.TaskCancelled(reason(thread, texts)));
      case REMINDER -> Optional.of(new NotificationContent.TaskReminder());
      case EXPIRED -> Optional.of(new NotificationContent.TaskExpired());
      case FINISHED -> Optional.of(finished(thread, holder, texts));
      case RELEASED, QUESTION, ANSWER, PROGRESS, ENDED, UNROUTABLE ->
          Optional.of(new NotificationContent.TaskNews(identity.kind()));
      case TROUBLE, DIGEST, TEST -> Optional.empty();
    };
  }

  /** One tap takes a task and finishes it: people get one further text, and it says the last. */
  private static boolean isDone(MessThread thread) {
    return switch (thread.envelope().status()) {
      case COMPLETED, PARTIAL, FAILED -> true;
      default -> false;
    };
  }

  /** Who did it, and the answer of whoever delivered last. */
  private static NotificationContent.TaskFinished finished(
      MessThread thread, @Nullable String holder, Texts texts) {
    EntryWords words =
        new EntryWords(holder == null ? texts.get("notice.somebody") : holder, texts);
    List<String> found =
        thread.messages().reversed().stream()
            .flatMap(message -> message.payloads(Payload.Response.class).stream())
            .findFirst()
            .map(response ->
                Stream.concat(
                        response.content().stream().map(words::of),
                        Stream.ofNullable(response.notes()).map(PlainWords::text))
                    .filter(line -> !line.isBlank())
                    .toList())
            .orElse(List.of());
    return new NotificationContent.TaskFinished(thread.envelope().status(), holder, found);
  }

  private static Optional<NotificationContent> replied(
      int position, MessThread thread, Texts texts) {
    return thread.messages().stream()
        .filter(message -> message.position() == position)
        .filter(message -> message.payloads().stream().anyMatch(ContentFactory::isReply))
        .findFirst()
        .map(message ->
            new NotificationContent.AgentReply(
                speaker(message, thread, texts), text(message, thread, texts)));
  }

  private static boolean isReply(Payload payload) {
    return payload instanceof Payload.Reply || payload instanceof Payload.Review;
  }

  /** Empty for the exchange, which only tells what others did. */
  private static String speaker(ThreadMessage message, MessThread thread, Texts texts) {
    if (Conversation.EXCHANGE.equals(message.from())) {
      return "";
    }
    return message.from() != null
        ? message.from()
        : thread.requestor().orElseGet(() -> texts.get("reply.the_asker"));
  }

  private static String text(ThreadMessage message, MessThread thread, Texts texts) {
    Map<String, Question> asked = asked(thread);
    String text =
        message.payloads().stream()
            .flatMap(payload ->
                switch (payload) {
                  case Payload.Reply reply -> lines(reply, asked, texts).stream();
                  case Payload.Review review -> lines(review, texts).stream();
                  default -> Stream.<String>empty();
                })
            .collect(Collectors.joining("\n"));
    return text.isEmpty() ? texts.get("word.nothing_said") : text;
  }

  private static List<String> lines(Payload.Review review, Texts texts) {
    List<String> lines = new ArrayList<>(ReviewWords.of(review, texts));
    Stream.ofNullable(review.feedback()).forEach(lines::add);
    return lines;
  }

  private static List<String> lines(Payload.Reply reply, Map<String, Question> asked, Texts texts) {
    List<String> lines = new ArrayList<>();
    Stream.ofNullable(reply.confirm())
        .forEach(yes -> lines.add(texts.get(yes ? "reply.yes" : "reply.no")));
    Stream.ofNullable(reply.accept())
        .forEach(yes -> lines.add(texts.get(yes ? "reply.agreed" : "reply.not_agreed")));
    // Who asked one thing knows what the answer is about.
    boolean one = reply.answers().size() == 1;
    reply
        .answers()
        .forEach((field, value) ->
            lines.add(
                one
                    ? PlainWords.of(value, texts)
                    : asked
                        .getOrDefault(field, new Question(field, field, List.of()))
                        .with(value, texts)));
    Stream.ofNullable(reply.reason())
        .map(reason -> PlainWords.text(reason, texts))
        .forEach(lines::add);
    EntryWords words = new EntryWords(texts.get("word.asker"), texts);
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

  private static @Nullable String reason(MessThread thread, Texts texts) {
    return switch (thread.envelope().status()) {
      case DELEGATED -> texts.get("reason.delegated");
      case SUPERSEDED -> texts.get(replaced(thread));
      default -> called(thread);
    };
  }

  /** The key of why it goes on elsewhere (protocol §4.2). */
  private static String replaced(MessThread thread) {
    String reason =
        thread.messages().reversed().stream()
            .flatMap(message -> message.payloads(Payload.Status.class).stream())
            .filter(status -> status.status() == ThreadStatus.SUPERSEDED)
            .map(status -> String.valueOf(status.fields().get("reason")))
            .findFirst()
            .orElse("");
    return switch (reason) {
      case "merge" -> "reason.merged";
      case "split" -> "reason.split";
      default -> "reason.replaced";
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
