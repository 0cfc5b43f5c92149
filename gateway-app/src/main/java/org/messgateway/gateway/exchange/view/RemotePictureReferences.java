package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;

/** Pictures of a message at web addresses, numbered in their order in the message. */
public final class RemotePictureReferences {

  private RemotePictureReferences() {}

  /** The URLs, each once; the index in the list is the number in a link. */
  public static List<String> of(ThreadMessage message) {
    return uris(message, RemotePictureReferences::remote);
  }

  static List<String> uris(ThreadMessage message, Predicate<Media> wanted) {
    return media(message)
        .filter(wanted)
        .map(media -> String.valueOf(media.uri()))
        .distinct()
        .toList();
  }

  static Stream<Media> media(ThreadMessage message) {
    return entries(message).filter(Media.class::isInstance).map(Media.class::cast);
  }

  /** The entries of all contents of a message. */
  static Stream<ContentEntry> entries(ThreadMessage message) {
    return message.payloads().stream().flatMap(payload -> content(payload).stream());
  }

  /** The entries of the contents of a payload. */
  static List<ContentEntry> content(Payload payload) {
    return switch (payload) {
      case Payload.Request request -> request.context();
      case Payload.Response response -> response.content();
      case Payload.Reply reply -> reply.context();
      case Payload.Status _,
          Payload.Cancel _,
          Payload.Ack _,
          Payload.Suggestion _,
          Payload.Review _,
          Payload.UnknownPayload _ ->
          List.of();
    };
  }

  private static boolean remote(Media media) {
    String uri = media.uri() == null ? "" : media.uri().toLowerCase(Locale.ROOT);
    return media.kind() == Media.MediaKind.IMAGE
        && (uri.startsWith("https://") || uri.startsWith("http://"));
  }
}
