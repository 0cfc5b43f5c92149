package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction.GeoPoint;
import org.messgateway.api.InboundFile;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/**
 * The content of a message, or of the messages of an album.
 *
 * @param text the text, or the captions
 */
record MessageContent(String text, List<TelegramFile> files, @Nullable GeoPoint location) {

  static MessageContent of(BotApiJsonClient api, List<JsonNode> messages) {
    List<String> texts = new ArrayList<>();
    List<TelegramFile> files = new ArrayList<>();
    GeoPoint location = null;
    for (JsonNode message : messages) {
      String text = message.path("text").asText(message.path("caption").asText(""));
      if (!text.isBlank()) {
        texts.add(text);
      }
      file(api, message, files);
      location = location == null ? place(message) : location;
    }
    return new MessageContent(String.join("\n", texts), List.copyOf(files), location);
  }

  boolean isEmpty() {
    return text.isBlank() && files.isEmpty() && location == null;
  }

  boolean tooLarge() {
    return files.stream().anyMatch(TelegramFile::tooLarge);
  }

  List<InboundFile> inboundFiles() {
    return List.copyOf(files);
  }

  /** The text with the position in words, for forms, which have no field for positions. */
  String words() {
    GeoPoint at = location;
    if (at == null) {
      return text;
    }
    String name = at.name() == null ? "" : " (" + at.name() + ")";
    String where = String.format(Locale.ROOT, "At: %s, %s%s", at.latitude(), at.longitude(), name);
    return text.isBlank() ? where : text + "\n" + where;
  }

  private static void file(BotApiJsonClient api, JsonNode message, List<TelegramFile> files) {
    if (message.has("photo")) {
      files.add(file(api, largest(message.path("photo")), MediaKind.IMAGE, "image/jpeg"));
    } else if (message.has("voice")) {
      files.add(file(api, message.path("voice"), MediaKind.AUDIO, "audio/ogg"));
    } else if (message.has("audio")) {
      files.add(file(api, message.path("audio"), MediaKind.AUDIO, "audio/mpeg"));
    } else if (message.has("video")) {
      files.add(file(api, message.path("video"), MediaKind.VIDEO, "video/mp4"));
    } else if (message.has("video_note")) {
      files.add(file(api, message.path("video_note"), MediaKind.VIDEO, "video/mp4"));
    } else if (message.has("document")) {
      JsonNode document = message.path("document");
      files.add(file(api, document, kind(document), "application/octet-stream"));
    }
  }

  private static TelegramFile file(
      BotApiJsonClient api, JsonNode file, MediaKind kind, String mime) {
    return new TelegramFile(
        api,
        file.path("file_id").asText(""),
        kind,
        file.path("file_name").asText(""),
        file.path("mime_type").asText(mime),
        file.path("file_size").asLong(-1));
  }

  /**
   * The kind of a document. A picture that is sent as a file, to keep its quality, is a picture.
   */
  private static MediaKind kind(JsonNode document) {
    String mime = document.path("mime_type").asText("");
    if (mime.startsWith("image/")) {
      return MediaKind.IMAGE;
    }
    if (mime.startsWith("audio/")) {
      return MediaKind.AUDIO;
    }
    return mime.startsWith("video/") ? MediaKind.VIDEO : MediaKind.FILE;
  }

  /** The largest of the sizes that Telegram offers of a photo. */
  private static JsonNode largest(JsonNode sizes) {
    JsonNode largest = sizes.path(0);
    for (JsonNode size : sizes) {
      if (area(size) > area(largest)) {
        largest = size;
      }
    }
    return largest;
  }

  private static long area(JsonNode size) {
    return size.path("width").asLong() * size.path("height").asLong();
  }

  private static @Nullable GeoPoint place(JsonNode message) {
    JsonNode venue = message.path("venue");
    JsonNode location = venue.has("location") ? venue.path("location") : message.path("location");
    if (!location.has("latitude")) {
      return null;
    }
    String title = venue.path("title").asText("");
    String address = venue.path("address").asText("");
    String name = title + (title.isEmpty() || address.isEmpty() ? "" : ", ") + address;
    return new GeoPoint(
        location.path("latitude").asDouble(),
        location.path("longitude").asDouble(),
        name.isEmpty() ? null : name);
  }
}
