package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Deed.Place;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/**
 * What one message, or the messages of an album, say.
 *
 * @param text the text, or the captions
 */
record Content(String text, List<TelegramFile> files, @Nullable Place place) {

  static Content of(BotApi api, List<JsonNode> messages) {
    List<String> texts = new ArrayList<>();
    List<TelegramFile> files = new ArrayList<>();
    Place place = null;
    for (JsonNode message : messages) {
      String text = message.path("text").asText(message.path("caption").asText(""));
      if (!text.isBlank()) {
        texts.add(text);
      }
      file(api, message, files);
      place = place == null ? place(message) : place;
    }
    return new Content(String.join("\n", texts), List.copyOf(files), place);
  }

  boolean isEmpty() {
    return text.isBlank() && files.isEmpty() && place == null;
  }

  boolean tooLarge() {
    return files.stream().anyMatch(TelegramFile::tooLarge);
  }

  List<SentFile> sent() {
    return List.copyOf(files);
  }

  /** The text, with the place in words: for forms, which have no field for places. */
  String words() {
    Place at = place;
    if (at == null) {
      return text;
    }
    String name = at.name() == null ? "" : " (" + at.name() + ")";
    String where = String.format(Locale.ROOT, "At: %s, %s%s", at.latitude(), at.longitude(), name);
    return text.isBlank() ? where : text + "\n" + where;
  }

  private static void file(BotApi api, JsonNode message, List<TelegramFile> files) {
    if (message.has("photo")) {
      files.add(file(api, largest(message.path("photo")), Kind.IMAGE, "image/jpeg"));
    } else if (message.has("voice")) {
      files.add(file(api, message.path("voice"), Kind.AUDIO, "audio/ogg"));
    } else if (message.has("audio")) {
      files.add(file(api, message.path("audio"), Kind.AUDIO, "audio/mpeg"));
    } else if (message.has("video")) {
      files.add(file(api, message.path("video"), Kind.VIDEO, "video/mp4"));
    } else if (message.has("video_note")) {
      files.add(file(api, message.path("video_note"), Kind.VIDEO, "video/mp4"));
    } else if (message.has("document")) {
      JsonNode document = message.path("document");
      files.add(file(api, document, kind(document), "application/octet-stream"));
    }
  }

  private static TelegramFile file(BotApi api, JsonNode file, Kind kind, String mime) {
    return new TelegramFile(
        api,
        file.path("file_id").asText(""),
        kind,
        file.path("file_name").asText(""),
        file.path("mime_type").asText(mime),
        file.path("file_size").asLong(-1));
  }

  /** People send pictures as files to keep them sharp: they are pictures all the same. */
  private static Kind kind(JsonNode document) {
    String mime = document.path("mime_type").asText("");
    if (mime.startsWith("image/")) {
      return Kind.IMAGE;
    }
    if (mime.startsWith("audio/")) {
      return Kind.AUDIO;
    }
    return mime.startsWith("video/") ? Kind.VIDEO : Kind.FILE;
  }

  /** Telegram offers a photo in several sizes. */
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

  private static @Nullable Place place(JsonNode message) {
    JsonNode venue = message.path("venue");
    JsonNode location = venue.has("location") ? venue.path("location") : message.path("location");
    if (!location.has("latitude")) {
      return null;
    }
    String title = venue.path("title").asText("");
    String address = venue.path("address").asText("");
    String name = title + (title.isEmpty() || address.isEmpty() ? "" : ", ") + address;
    return new Place(
        location.path("latitude").asDouble(),
        location.path("longitude").asDouble(),
        name.isEmpty() ? null : name);
  }
}
