package org.messgateway.gateway.exchange.view;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.view.FileLinks.LocalFile;

/** What stands in a view in place of files: where they can be fetched, or why they cannot. */
final class FilePlaces {

  private static final String TOO_LARGE = "left out: the message would be too large";

  private final @Nullable FileLinks links;
  private final @Nullable String elsewhere;

  /**
   * @param links null when there are none to be given
   * @param elsewhere whose machine it is that {@code file:} means; null when the reader knows
   */
  FilePlaces(@Nullable FileLinks links, @Nullable String elsewhere) {
    this.links = links;
    this.elsewhere = elsewhere;
  }

  /** Replaces attachments, and files on the disk of the one who asks. */
  void settle(ViewedMessage message) {
    if (message.mayNameFiles() && (links != null || elsewhere != null)) {
      message.places().stream()
          .filter(place -> !place.inline())
          .forEach(place -> settle(message, place));
    }
  }

  private void settle(ViewedMessage message, MediaPlace place) {
    if (place.media().onDisk()) {
      onDisk(message, place);
    } else if (links != null) {
      message.replace(place, attached(place.media(), links));
    }
  }

  private void onDisk(ViewedMessage message, MediaPlace place) {
    Media media = place.media();
    Optional<LocalFile> local = local(message, String.valueOf(media.uri()));
    if (local.isPresent()) {
      message.replace(place, shown(media, local.get()));
    } else if (elsewhere != null) {
      message.replace(place, hidden(media, elsewhere));
    }
  }

  private Optional<LocalFile> local(ViewedMessage message, String uri) {
    int number = message.local(uri);
    return links == null || number < 0
        ? Optional.empty()
        : links.local(message.position(), number, uri);
  }

  /** What the file says of itself counts, not what the thread says of it. */
  private static Map<String, Object> shown(Media media, LocalFile file) {
    Map<String, Object> link = new LinkedHashMap<>();
    link.put("uri", file.uri().toString());
    link.put("mime", media.mime() == null ? file.mime() : media.mime());
    link.put("size", asRead(file.size()));
    link.put("name", media.name() == null ? file.name() : media.name());
    return link;
  }

  private static Map<String, Object> hidden(Media media, String whose) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("uri", String.valueOf(media.uri()));
    told.putAll(about(media));
    told.put("omitted", true);
    told.put("reason", "it is on the machine of " + whose);
    return told;
  }

  private static Map<String, Object> attached(Media media, FileLinks given) {
    Map<String, Object> link = new LinkedHashMap<>();
    if (media.attachment() != null) {
      link.put("uri", given.attachment(media.attachment()).toString());
    }
    link.putAll(about(media));
    return link;
  }

  /** What stands in place of data that would make the body too large. */
  Map<String, Object> inline(ViewedMessage message, MediaPlace place) {
    Map<String, Object> link = new LinkedHashMap<>();
    if (links == null) {
      link.put("omitted", true);
      link.put("reason", TOO_LARGE);
    } else {
      link.put("uri", links.inline(message.position(), place.number()).toString());
    }
    link.putAll(about(place.media()));
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

  /** A number of the type that reading it makes, or the rewritten text would seem to differ. */
  private static Number asRead(long size) {
    if (size <= Integer.MAX_VALUE) {
      return (int) size;
    }
    return size;
  }
}
