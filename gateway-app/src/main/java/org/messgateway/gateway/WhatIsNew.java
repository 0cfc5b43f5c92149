package org.messgateway.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.News;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.queue.Identity;

/** Reads off a thread what a notification has to say beside the task itself. */
final class WhatIsNew {

  private WhatIsNew() {}

  /**
   * The news of one kind.
   *
   * @param holder what people call the one who has the task
   * @return empty where the thread says it no more, and for kinds that are about no thread
   */
  static Optional<News> of(Identity identity, MessThread thread, @Nullable String holder) {
    return switch (identity.kind()) {
      case REQUEST -> Optional.of(new News.Request());
      case CLAIMED -> Optional.of(new News.Claimed());
      case TAKEN -> Optional.of(new News.Taken(holder == null ? "Somebody else" : holder));
      case REPLY -> replied(identity.serial(), thread);
      case CANCELLED -> Optional.of(new News.Cancelled(reason(thread)));
      case REMINDER -> Optional.of(new News.Reminder());
      case EXPIRED -> Optional.of(new News.Expired());
      case FINISHED -> Optional.of(new News.Finished(thread.envelope().status()));
      case TROUBLE, DIGEST, TEST -> Optional.empty();
    };
  }

  private static Optional<News> replied(int position, MessThread thread) {
    return thread.messages().stream()
        .filter(message -> message.position() == position)
        .filter(message -> !message.payloads(Payload.Reply.class).isEmpty())
        .findFirst()
        .map(message -> new News.Replied(speaker(message, thread), text(message)));
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
    // The answer to one question needs no name of a field beside it.
    boolean one = reply.answers().size() == 1;
    reply
        .answers()
        .forEach((field, value) -> lines.add(one ? shown(value) : field + ": " + shown(value)));
    Stream.ofNullable(reply.reason()).forEach(lines::add);
    reply.context().stream().flatMap(WhatIsNew::shown).forEach(lines::add);
    return lines;
  }

  private static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Boolean yes -> yes ? "yes" : "no";
      case List<?> list -> list.stream().map(WhatIsNew::shown).collect(Collectors.joining(", "));
      default -> value.toString();
    };
  }

  private static Stream<String> shown(ContentEntry entry) {
    return switch (entry) {
      case ContentEntry.Text text -> Stream.of(text.text());
      case ContentEntry.Other other -> Stream.of(other.text());
      case ContentEntry.Link link -> Stream.of(link.url());
      case ContentEntry.Media media when media.uri() != null && media.uri().startsWith("http") ->
          Stream.of(media.uri());
      case ContentEntry.Media media when media.onDisk() ->
          Stream.of("on the machine of the one who asks: " + media.uri());
      case ContentEntry.Media media -> Stream.of(media.name() == null ? "(a file)" : media.name());
      case ContentEntry.Location place -> Stream.of(place.lat() + ", " + place.lng());
      case ContentEntry.Confirmation yes -> Stream.of(yes.confirmed() ? "yes" : "no");
      case ContentEntry.Reference _, ContentEntry.Structured _, ContentEntry.Problem _ ->
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
