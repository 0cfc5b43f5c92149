package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/** A file in a message; Telegram gives it out by its id, for as long as one likes. */
record TelegramFile(BotApi api, String id, Kind kind, String name, String mime, long size)
    implements SentFile {

  /** What a bot may fetch (Bot API, getFile: 20 MB). */
  static final long MOST = 20L * 1024 * 1024;

  static final String TOO_LARGE =
      "Nothing of this was taken: Telegram lets a bot fetch files of up to 20 MB only. Please send"
          + " a smaller one.";

  @Override
  public InputStream open() throws IOException {
    ObjectNode parameters = api.parameters().put("file_id", id);
    return switch (api.ask("getFile", parameters)) {
      case Taken<JsonNode> taken -> api.file(taken.result().path("file_path").asText(""));
      case Refused<JsonNode> refused when refused.refusal().says("file is too big") ->
          throw new IOException("Telegram lets a bot fetch files of up to 20 MB only");
      case Refused<JsonNode> refused ->
          throw new IOException("Telegram refused the file (" + refused.refusal().code() + ")");
      case Broken<JsonNode> broken -> throw new IOException(broken.outcome().sentence());
    };
  }

  boolean tooLarge() {
    return size > MOST;
  }

  /** Nothing that leads to the file or names what people sent. */
  @Override
  public String toString() {
    return "TelegramFile[" + kind + ", " + size + " bytes]";
  }
}
