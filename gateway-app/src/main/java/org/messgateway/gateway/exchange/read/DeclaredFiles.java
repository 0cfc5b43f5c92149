package org.messgateway.gateway.exchange.read;

import java.util.List;
import java.util.stream.Stream;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFiles;

/** Attachments that a thread names. */
final class DeclaredFiles {

  private DeclaredFiles() {}

  /**
   * @param size bytes as the thread declares, -1 when it declares none
   * @param requested named by a request: an executor cannot work without it
   */
  record DeclaredFile(String name, long size, boolean requested) {

    /** Whether the copy holds the file in the declared size. */
    boolean isIn(ThreadFiles files) {
      return files.named(name).filter(file -> size < 0 || file.size() == size).isPresent();
    }
  }

  static List<DeclaredFile> of(MessThread thread) {
    return thread.messages().stream()
        .map(ThreadMessage::payloads)
        .flatMap(List::stream)
        .flatMap(DeclaredFiles::in)
        .toList();
  }

  private static Stream<DeclaredFile> in(Payload payload) {
    return switch (payload) {
      case Payload.Request request -> attachments(request.context(), true);
      case Payload.Response response -> attachments(response.content(), false);
      case Payload.Reply reply -> attachments(reply.context(), false);
      case Payload.Status _,
          Payload.Cancel _,
          Payload.Ack _,
          Payload.Suggestion _,
          Payload.Review _,
          Payload.UnknownPayload _ ->
          Stream.empty();
    };
  }

  private static Stream<DeclaredFile> attachments(List<ContentEntry> entries, boolean requested) {
    return entries.stream()
        .filter(Media.class::isInstance)
        .map(Media.class::cast)
        .flatMap(media -> named(media, requested));
  }

  /** A name that is a path is never that of an attachment. */
  private static Stream<DeclaredFile> named(Media media, boolean requested) {
    String name = media.attachment();
    return name != null && ThreadFileName.safeAttachment(name)
        ? Stream.of(new DeclaredFile(name, media.size(), requested))
        : Stream.empty();
  }
}
