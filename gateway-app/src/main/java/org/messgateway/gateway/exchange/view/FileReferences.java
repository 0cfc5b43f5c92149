package org.messgateway.gateway.exchange.view;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.view.FileLinks.LocalFile;

/** Replaces files in a view by links, or by the reason why no link exists. */
final class FileReferences {

  private static final String TOO_LARGE = "left out: the message would be too large";

  private final @Nullable FileLinks links;
  private final @Nullable String elsewhere;

  /**
   * @param links null where the reader gets no links
   * @param elsewhere owner of the machine that {@code file:} refers to; null when the reader is the
   *     owner
   */
  FileReferences(@Nullable FileLinks links, @Nullable String elsewhere) {
    this.links = links;
    this.elsewhere = elsewhere;
  }

  /** Replaces attachments and files on the requestor's disk. */
  void replaceFiles(ViewedMessage message) {
    if (message.mayNameFiles() && (links != null || elsewhere != null)) {
      message.places().stream()
          .filter(node -> !node.inline())
          .forEach(node -> replaceFiles(message, node));
    }
  }

  private void replaceFiles(ViewedMessage message, MediaNode node) {
    if (node.media().onDisk()) {
      onDisk(message, node);
    } else if (links != null) {
      message.replace(node, attached(message, node.media(), links));
    }
  }

  private void onDisk(ViewedMessage message, MediaNode node) {
    Media media = node.media();
    Optional<LocalFile> local = local(message, String.valueOf(media.uri()));
    if (local.isPresent()) {
      message.replace(node, shown(media, local.get()));
    } else if (elsewhere != null) {
      message.replace(node, hidden(media, elsewhere));
    }
  }

  private Optional<LocalFile> local(ViewedMessage message, String uri) {
    int number = message.local(uri);
    return links == null || number < 0
        ? Optional.empty()
        : links.local(message.position(), number, uri);
  }

  /** The size of the file itself counts, not the one in the thread. */
  private static Map<String, Object> shown(Media media, LocalFile file) {
    Map<String, Object> link = new LinkedHashMap<>();
    link.put("uri", file.uri().toString());
    link.put("mime", media.mime() == null ? file.mime() : media.mime());
    link.put("size", asRead(file.size()));
    link.put("name", media.name() == null ? file.name() : media.name());
    return link;
  }

  private static Map<String, Object> hidden(Media media, String whose) {
    Map<String, Object> omission = new LinkedHashMap<>();
    omission.put("uri", String.valueOf(media.uri()));
    omission.putAll(about(media));
    omission.put("omitted", true);
    omission.put("reason", "it is on the machine of " + whose);
    return omission;
  }

  private static Map<String, Object> attached(ViewedMessage message, Media media, FileLinks given) {
    Map<String, Object> link = new LinkedHashMap<>();
    if (media.inThread()) {
      String name = message.stored(String.valueOf(media.uri()));
      link.put(
          "uri", name.isEmpty() ? String.valueOf(media.uri()) : given.attachment(name).toString());
    }
    if (media.attachment() != null) {
      link.put("uri", given.attachment(media.attachment()).toString());
    }
    link.putAll(about(media));
    return link;
  }

  /** Replacement of a data URI that would make the body too large. */
  Map<String, Object> inline(ViewedMessage message, MediaNode node) {
    Map<String, Object> link = new LinkedHashMap<>();
    if (links == null) {
      link.put("omitted", true);
      link.put("reason", TOO_LARGE);
    } else {
      link.put("uri", links.inline(message.position(), node.number()).toString());
    }
    link.putAll(about(node.media()));
    return link;
  }

  private static Map<String, Object> about(Media media) {
    Map<String, Object> about = new LinkedHashMap<>();
    if (media.mime() != null) {
      about.put("mime", media.mime());
    }
    if (media.size() >= 0) {
      about.put("size", asRead(media.size()));
    }
    if (media.name() != null) {
      about.put("name", media.name());
    }
    return about;
  }

  /** A number of the type that the YAML reader makes: the rewritten text is compared by value. */
  private static Number asRead(long size) {
    if (size <= Integer.MAX_VALUE) {
      return (int) size;
    }
    return size;
  }
}
