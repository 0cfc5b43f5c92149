package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.DataUri;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.MediaNodes;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.read.ExchangeFiles;
import org.messgateway.gateway.exchange.view.MediaTypes;

/**
 * A file that a task brings: inside the thread, beside it, or beside another thread. Files on
 * somebody's machine and in the web are words of the message, not these.
 *
 * @param message index of the message that brings it, 0 for the first
 * @param title the writer's name of it
 * @param mime as the writer says, else by the name; not checked
 * @param size bytes; -1 where the file is gone
 */
record AttachedFile(int message, String title, String mime, long size, Content content) {

  private static final String CONTENT = "content://";

  /** Bytes of a name in UTF-8: disks take 255, and a number may be added. */
  private static final int LONGEST_NAME = 200;

  /** The bytes of a file. */
  @FunctionalInterface
  interface Content {

    /**
     * A new stream.
     *
     * @throws NoSuchFileException when it is gone
     */
    InputStream open() throws IOException;
  }

  /** Whether an entry is one of these. */
  static boolean holdsBytes(Media media) {
    return media.inline() || media.attachment() != null || media.inThread();
  }

  /** All files of a task, in document order. */
  static List<AttachedFile> of(FoundTask task) throws IOException {
    List<AttachedFile> files = new ArrayList<>();
    List<Document> documents = task.loaded().parsed().messages();
    for (int message = 0; message < documents.size(); message++) {
      for (MediaNode node : nodes(documents.get(message))) {
        if (holdsBytes(node.media())) {
          files.add(file(task, message, node.media()));
        }
      }
    }
    return files;
  }

  private static List<MediaNode> nodes(Document document) throws IOException {
    try {
      return MediaNodes.of(YamlReader.meaning(document));
    } catch (ThreadFormatException e) {
      throw new IOException("a message that was read a moment ago cannot be read", e);
    }
  }

  private static AttachedFile file(FoundTask task, int message, Media media) throws IOException {
    String uri = media.uri();
    return uri != null && media.inline()
        ? inline(message, media, uri)
        : stored(task, message, media);
  }

  private static AttachedFile inline(int message, Media media, String uri) {
    String mime = DataUri.mime(uri);
    String title = media.name() == null ? kind(media) + extension(mime) : media.name();
    return new AttachedFile(
        message,
        title,
        mime,
        DataUri.size(uri),
        () -> {
          try {
            return new ByteArrayInputStream(DataUri.decode(uri));
          } catch (IllegalArgumentException notBase64) {
            throw new IOException(title + " is not encoded as it says", notBase64);
          }
        });
  }

  private static AttachedFile stored(FoundTask task, int message, Media media) throws IOException {
    String uri = media.uri() == null ? "" : media.uri();
    boolean elsewhere = uri.startsWith(CONTENT);
    int slash = uri.lastIndexOf('/');
    String name = elsewhere ? uri.substring(slash + 1) : String.valueOf(media.attachment());
    Optional<Ref> ref =
        elsewhere
            ? Ref.of(uri.substring(CONTENT.length(), Math.max(CONTENT.length(), slash)))
            : Optional.of(task.loaded().ref());
    String title = media.name() == null ? name : media.name();
    String mime = media.mime() == null ? MediaTypes.ofName(name) : media.mime();
    ExchangeFiles files = task.files().files();
    return new AttachedFile(
        message, title, mime, size(files, ref, name), () -> opened(files, ref, name));
  }

  private static long size(ExchangeFiles files, Optional<Ref> ref, String name) throws IOException {
    if (ref.isEmpty()) {
      return -1;
    }
    try (ExchangeFiles.OpenFile file = files.open(ref.get(), name).orElse(null)) {
      return file == null ? -1 : file.size();
    }
  }

  private static InputStream opened(ExchangeFiles files, Optional<Ref> ref, String name)
      throws IOException {
    ExchangeFiles.@Nullable OpenFile file =
        ref.isEmpty() ? null : files.open(ref.get(), name).orElse(null);
    if (file == null) {
      throw new NoSuchFileException(name, null, "is not beside the task any more");
    }
    return Channels.newInputStream(file.channel());
  }

  private static String kind(Media media) {
    return media.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String extension(String mime) {
    String type = mime.substring(mime.indexOf('/') + 1);
    return type.matches("[a-z0-9]{1,8}") ? "." + type : "";
  }

  /** Whether it counts as a picture by what its writer says. */
  boolean isPicture() {
    return mime.startsWith("image/");
  }

  /**
   * A name on this machine's disk: letters, digits and few signs, never a path; of a long one the
   * end.
   *
   * @param disk character set of names
   */
  String safeName(Charset disk) {
    CharsetEncoder encoder = disk.newEncoder();
    String written =
        title
            .codePoints()
            .mapToObj(Character::toString)
            .map(each -> encoder.canEncode(each) ? each : "_")
            .collect(Collectors.joining());
    String plain = written.replaceAll("[^\\p{L}\\p{N}._-]+", "_").replaceFirst("^[._-]+", "");
    int start = 0;
    while (plain.substring(start).getBytes(UTF_8).length > LONGEST_NAME) {
      start = plain.offsetByCodePoints(start, 1);
    }
    return plain.isEmpty() ? "file" : plain.substring(start);
  }

  /** The size for people. */
  String shownSize() {
    return size < 0
        ? "gone"
        : size < 1000
            ? size + " bytes"
            : size < 1_000_000 ? size / 1000 + " kB" : size / 1_000_000 + " MB";
  }
}
