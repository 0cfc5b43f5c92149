package org.messgateway.gateway.exchange.view;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.format.DataUri;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.ParsedThread;

/**
 * The files that a thread names, by the names under which {@link TaskFiles} finds them. Local files
 * that are not permitted, and files at web addresses, are left out. Immutable.
 */
public final class NamedFiles {

  private final List<NamedFile> all;

  private NamedFiles(List<NamedFile> all) {
    this.all = List.copyOf(all);
  }

  /**
   * A file.
   *
   * @param message position of its message document
   * @param name in links
   * @param title the writer's name of it, or {@code name}
   * @param mime as the writer says, else by the name
   * @param size bytes; -1 where the thread does not say
   */
  public record NamedFile(
      int message, String name, String title, String mime, long size, Media media) {}

  /**
   * Reads the files of a thread.
   *
   * @param local permitted files of this machine
   */
  public static NamedFiles of(ParsedThread thread, LocalFiles local) {
    List<NamedFile> files = new ArrayList<>();
    for (int position = 0; position < thread.messages().size(); position++) {
      ViewedMessage message =
          new ViewedMessage(
              thread.messages().get(position), thread.thread().messages().get(position), false);
      if (message.mayNameFiles() || message.document().contains("data:")) {
        message.places().stream()
            .flatMap(node -> file(message, node, local).stream())
            .forEach(files::add);
      }
    }
    Set<String> names = new HashSet<>();
    files.removeIf(file -> !names.add(file.name()));
    return new NamedFiles(files);
  }

  private static Optional<NamedFile> file(ViewedMessage message, MediaNode node, LocalFiles local) {
    Media media = node.media();
    String uri = String.valueOf(media.uri());
    if (node.inline()) {
      String name = "inline-" + message.position() + "-" + node.number();
      return Optional.of(named(message, media, name, name, DataUri.mime(uri), DataUri.size(uri)));
    }
    if (media.onDisk()) {
      String name = "local-" + message.position() + "-" + message.local(uri);
      return local
          .permitted(uri)
          .filter(_ -> message.local(uri) >= 0)
          .map(found ->
              named(
                  message,
                  media,
                  name,
                  found.name(),
                  MediaTypes.ofName(found.name()),
                  found.size()));
    }
    if (media.inThread()) {
      String title = uri.substring(uri.lastIndexOf('/') + 1);
      return Optional.of(message.stored(uri))
          .filter(name -> !name.isEmpty())
          .map(name -> named(message, media, name, title, MediaTypes.ofName(title), media.size()));
    }
    return Optional.ofNullable(media.attachment())
        .map(name -> named(message, media, name, name, MediaTypes.ofName(name), media.size()));
  }

  private static NamedFile named(
      ViewedMessage message, Media media, String name, String title, String mime, long size) {
    return new NamedFile(
        message.position(),
        name,
        media.name() == null ? title : media.name(),
        media.mime() == null ? mime : media.mime(),
        size,
        media);
  }

  public List<NamedFile> all() {
    return all;
  }

  /** The file that an entry of a message brings; empty for one that is left out. */
  public Optional<NamedFile> of(int message, Media media) {
    return all.stream()
        .filter(file ->
            file.media().attachment() != null
                ? Objects.equals(file.media().attachment(), media.attachment())
                : file.message() == message && Objects.equals(file.media().uri(), media.uri()))
        .findFirst();
  }
}
