package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Ref;

/**
 * The URIs by which a message names media: files on the requestor's machine, attachments ({@code
 * content://<ref>/<file>}, MESSE-AF 2.1), pictures at web addresses. Each kind is numbered in its
 * order in the message, each URI once; the index in its list is the number in a link.
 */
public final class MediaReferences {

  private static final Pattern CONTENT = Pattern.compile("content://([^/?#]{1,200})/([^/?#]+)");

  private MediaReferences() {}

  /** An attachment of a thread. */
  record StoredFile(Ref ref, String name) {}

  /** The {@code file:} URIs. */
  public static List<String> local(ThreadMessage message) {
    return uris(message, Media::onDisk);
  }

  /** The {@code content:} URIs. */
  public static List<String> stored(ThreadMessage message) {
    return uris(message, Media::inThread);
  }

  /** The web addresses of pictures. */
  public static List<String> remote(ThreadMessage message) {
    return uris(message, MediaReferences::remote);
  }

  /** The name of an attachment in links: a file of a message like {@code inline-0-1}. */
  public static String storedName(int document, int number) {
    return "content-" + document + "-" + number;
  }

  /** The attachment that a {@code content:} URI names. */
  static Optional<StoredFile> storedFile(String uri) {
    Matcher matcher = CONTENT.matcher(uri);
    return matcher.matches()
        ? Ref.of(matcher.group(1)).map(ref -> new StoredFile(ref, matcher.group(2)))
        : Optional.empty();
  }

  private static List<String> uris(ThreadMessage message, Predicate<Media> wanted) {
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
  private static Stream<ContentEntry> entries(ThreadMessage message) {
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
