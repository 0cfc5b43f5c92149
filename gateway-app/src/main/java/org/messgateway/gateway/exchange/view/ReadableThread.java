package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.view.FileLinks.LocalFile;

/**
 * A thread for texts to people: local files with a link appear as attachments, and earlier threads
 * have their intent. Files that stay {@code file:} have no link.
 */
public final class ReadableThread {

  private final @Nullable FileLinks links;
  private final Function<String, Optional<MessThread>> earlier;

  /**
   * @param links null where the reader gets no links
   * @param earlier an earlier thread by the reference to it, where it may be told
   */
  public ReadableThread(@Nullable FileLinks links, Function<String, Optional<MessThread>> earlier) {
    this.links = links;
    this.earlier = earlier;
  }

  /** The thread itself where nothing changes. */
  public MessThread of(MessThread thread) {
    for (ThreadMessage message : thread.messages()) {
      if (changes(message)) {
        return new MessThread(
            thread.ref(),
            thread.envelope(),
            thread.messages().stream().map(this::message).toList());
      }
    }
    return thread;
  }

  private static boolean changes(ThreadMessage message) {
    for (Payload payload : message.payloads()) {
      for (ContentEntry entry : MediaReferences.content(payload)) {
        if (entry instanceof ContentEntry.Reference
            || (entry instanceof Media media && media.onDisk())) {
          return true;
        }
      }
    }
    return false;
  }

  private ThreadMessage message(ThreadMessage message) {
    return new ThreadMessage(
        message.position(),
        message.from(),
        message.received(),
        message.channel(),
        message.re(),
        message.payloads().stream().map(payload -> payload(message, payload)).toList());
  }

  private Payload payload(ThreadMessage message, Payload payload) {
    return switch (payload) {
      case Payload.Request request ->
          new Payload.Request(
              request.id(),
              request.intent(),
              request.precision(),
              request.requires(),
              entries(message, request.context()),
              request.constraints(),
              request.responseHint(),
              request.priority(),
              request.compensation(),
              request.neededBy(),
              request.confirmBefore());
      case Payload.Reply reply ->
          new Payload.Reply(
              reply.re(),
              reply.answers(),
              reply.confirm(),
              reply.accept(),
              reply.reason(),
              entries(message, reply.context()));
      case Payload.Response _,
          Payload.Status _,
          Payload.Cancel _,
          Payload.Ack _,
          Payload.Suggestion _,
          Payload.Review _,
          Payload.UnknownPayload _ ->
          payload;
    };
  }

  private List<ContentEntry> entries(ThreadMessage message, List<ContentEntry> entries) {
    return entries.stream().map(entry -> entry(message, entry)).toList();
  }

  private ContentEntry entry(ThreadMessage message, ContentEntry entry) {
    if (entry instanceof ContentEntry.Reference reference) {
      return new ContentEntry.Reference(
          reference.ref(),
          earlier.apply(reference.ref()).map(NotificationText::intent).orElse(null));
    }
    if (links != null && entry instanceof Media media && media.onDisk()) {
      String uri = String.valueOf(media.uri());
      Optional<LocalFile> file =
          links.local(message.position(), MediaReferences.local(message).indexOf(uri), uri);
      return file.<ContentEntry>map(found -> attached(media, found)).orElse(entry);
    }
    return entry;
  }

  private static Media attached(Media media, LocalFile file) {
    String name = media.name() == null ? file.name() : media.name();
    return new Media(media.kind(), null, file.name(), name, file.mime(), file.size());
  }
}
