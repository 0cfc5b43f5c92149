package org.messgateway.gateway.exchange;

import java.util.List;
import java.util.stream.Stream;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;

/** The files that a thread says lie beside it. */
final class NamedFiles {

  private NamedFiles() {}

  /**
   * @param size what the thread says, -1 when it says nothing
   * @param asked named by a request: an executor cannot do without it
   */
  record Named(String name, long size, boolean asked) {

    /** Whether it is among those files, whole. */
    boolean in(ThreadFiles files) {
      return files.named(name).filter(file -> size < 0 || file.size() == size).isPresent();
    }
  }

  static List<Named> of(MessThread thread) {
    return thread.messages().stream()
        .map(ThreadMessage::payloads)
        .flatMap(List::stream)
        .flatMap(NamedFiles::in)
        .toList();
  }

  private static Stream<Named> in(Payload payload) {
    return switch (payload) {
      case Payload.Request request -> attachments(request.context(), true);
      case Payload.Response response -> attachments(response.content(), false);
      case Payload.Reply reply -> attachments(reply.context(), false);
      case Payload.Status _, Payload.Cancel _, Payload.Ack _, Payload.Other _ -> Stream.empty();
    };
  }

  private static Stream<Named> attachments(List<ContentEntry> entries, boolean asked) {
    return entries.stream()
        .filter(Media.class::isInstance)
        .map(Media.class::cast)
        .flatMap(media -> named(media, asked));
  }

  /** A name that is a path is no file beside the thread; it can never be there. */
  private static Stream<Named> named(Media media, boolean asked) {
    String name = media.attachment();
    return name != null && ThreadFileName.safeAttachment(name)
        ? Stream.of(new Named(name, media.size(), asked))
        : Stream.empty();
  }
}
