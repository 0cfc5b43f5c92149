package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.InboundFile;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/** A file of a message. Telegram serves it by its id without a time limit. */
record TelegramFile(
    BotApiJsonClient api, String id, MediaKind kind, String name, String mime, long size)
    implements InboundFile {

  /** The size limit of files for bots in bytes (Bot API, getFile: 20 MB). */
  static final long MOST = 20L * 1024 * 1024;

  /** The key of what people are told then. */
  static final String TOO_LARGE = "telegram.too_large";

  @Override
  public InputStream open() throws IOException {
    ObjectNode parameters = api.parameters().put("file_id", id);
    return switch (api.ask("getFile", parameters)) {
      case Success<JsonNode> success -> api.file(success.result().path("file_path").asText(""));
      case ErrorAnswer<JsonNode> errorAnswer when errorAnswer.error().says("file is too big") ->
          throw new IOException("Telegram lets a bot fetch files of up to 20 MB only");
      case ErrorAnswer<JsonNode> errorAnswer ->
          throw new IOException("Telegram refused the file (" + errorAnswer.error().code() + ")");
      case MalformedAnswer<JsonNode> malformedAnswer ->
          throw new IOException(malformedAnswer.outcome().sentence());
    };
  }

  boolean tooLarge() {
    return size > MOST;
  }

  /** Without the id, the name and the content. */
  @Override
  public String toString() {
    return "TelegramFile[" + kind + ", " + size + " bytes]";
  }
}
