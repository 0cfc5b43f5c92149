package org.messgateway.gateway.notify;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
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
      case TROUBLE, DIGEST, TEST -> Optional.empty();
    };
  }

  private static Optional<NotificationContent> replied(int position, MessThread thread) {
    return thread.messages().stream()
        .filter(message -> message.position() == position)
        .filter(message -> !message.payloads(Payload.Reply.class).isEmpty())
        .findFirst()
        .map(
            message -> new NotificationContent.AgentReply(speaker(message, thread), text(message)));
  }

  private static String speaker(ThreadMessage message, MessThread thread) {
    return message.from() != null ? message.from() : thread.requestor().orElse("The one who asks");
  }

  private static String text(ThreadMessage message) {
    String text =
        message.payloads(Payload.Reply.class).stream()
            .flatMap(reply -> lines(reply).stream())
            .collect(Collectors.joining("\n"));
    return text.isEmpty() ? "(nothing said)" : text;
  }

  private static List<String> lines(Payload.Reply reply) {
    List<String> lines = new ArrayList<>();
    Stream.of(reply.confirm(), reply.accept())
        .filter(Objects::nonNull)
        .forEach(yes -> lines.add(yes ? "yes" : "no"));
    // A single answer needs no field name beside it.
    boolean one = reply.answers().size() == 1;
    reply
        .answers()
        .forEach((field, value) -> lines.add(one ? shown(value) : field + ": " + shown(value)));
    Stream.ofNullable(reply.reason()).forEach(lines::add);
    reply.context().stream().flatMap(ContentFactory::shown).forEach(lines::add);
    return lines;
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Boolean yes -> yes ? "yes" : "no";
      case List<?> list ->
          list.stream().map(ContentFactory::shown).collect(Collectors.joining(", "));
      default -> value.toString();
    };
  }

  private static Stream<String> shown(ContentEntry entry) {
    return switch (entry) {
      case ContentEntry.Text text -> Stream.of(text.text());
      case ContentEntry.UnknownEntry unknownEntry -> Stream.of(unknownEntry.text());
      case ContentEntry.Link link -> Stream.of(link.url());
      case ContentEntry.Media media when media.uri() != null && media.uri().startsWith("http") ->
          Stream.of(media.uri());
      case ContentEntry.Media media when media.onDisk() ->
          Stream.of("on the machine of the one who asks: " + media.uri());
      case ContentEntry.Media media -> Stream.of(media.name() == null ? "(a file)" : media.name());
      case ContentEntry.Location place -> Stream.of(place.lat() + ", " + place.lng());
      case ContentEntry.Confirmation yes -> Stream.of(yes.confirmed() ? "yes" : "no");
      case ContentEntry.Reference _, ContentEntry.Structured _, ContentEntry.ErrorEntry _ ->
          Stream.empty();
    };
  }

  private static @Nullable String reason(MessThread thread) {
    return thread.messages().reversed().stream()
        .flatMap(message -> message.payloads(Payload.Cancel.class).stream())
        .flatMap(cancel -> Stream.ofNullable(cancel.reason()))
        .findFirst()
        .orElse(null);
  }
}
