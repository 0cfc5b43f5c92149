package org.messgateway.gateway.exchange.view;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.Ref;

/**
 * Attachments that a message names by {@code content://<ref>/<file>} (MESSE-AF 2.1), numbered in
 * their order in the message.
 */
public final class StoredFileReferences {

  private static final Pattern CONTENT = Pattern.compile("content://([^/?#]{1,200})/([^/?#]+)");

  private StoredFileReferences() {}

  /** An attachment of a thread. */
  record StoredFile(Ref ref, String name) {}

  /** The {@code content:} URIs, each once; the index in the list is the number in a link. */
  public static List<String> of(ThreadMessage message) {
    return RemotePictureReferences.uris(message, Media::inThread);
  }

  /** The name of a file in links: a file of a message like {@code inline-0-1}. */
  public static String name(int document, int number) {
    return "content-" + document + "-" + number;
  }

  static Optional<StoredFile> file(String uri) {
    Matcher matcher = CONTENT.matcher(uri);
    return matcher.matches()
        ? Ref.of(matcher.group(1)).map(ref -> new StoredFile(ref, matcher.group(2)))
        : Optional.empty();
  }
}
