package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.view.FileLinks.LocalFile;

/**
 * A thread for texts to people, in which local files with a link appear as attachments. Files that
 * stay {@code file:} have no link.
 */
public final class LocalFileLinks {

  private final FileLinks links;

  public LocalFileLinks(FileLinks links) {
    this.links = links;
  }

  public MessThread in(MessThread thread) {
    boolean none =
        thread.messages().stream().allMatch(each -> LocalFileReferences.of(each).isEmpty());
    return none
        ? thread
        : new MessThread(
            thread.ref(),
            thread.envelope(),
            thread.messages().stream().map(this::message).toList());
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
          Payload.UnknownPayload _ ->
          payload;
    };
  }

  private List<ContentEntry> entries(ThreadMessage message, List<ContentEntry> entries) {
    return entries.stream().map(entry -> entry(message, entry)).toList();
  }

  private ContentEntry entry(ThreadMessage message, ContentEntry entry) {
    if (entry instanceof Media media && media.onDisk()) {
      String uri = String.valueOf(media.uri());
      Optional<LocalFile> file =
          links.local(message.position(), LocalFileReferences.of(message).indexOf(uri), uri);
      return file.<ContentEntry>map(found -> attached(media, found)).orElse(entry);
    }
    return entry;
  }

  private static Media attached(Media media, LocalFile file) {
    String name = media.name() == null ? file.name() : media.name();
    return new Media(media.kind(), null, file.name(), name, file.mime(), file.size());
  }
}
