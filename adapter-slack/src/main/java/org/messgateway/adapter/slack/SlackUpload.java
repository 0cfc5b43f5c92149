package org.messgateway.adapter.slack;

import java.util.List;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/**
 * A file as Slack describes it.
 *
 * @param url empty where Slack wants to be asked for it by the id
 * @param size in bytes; -1 when Slack does not say
 */
record SlackUpload(String id, String name, String mime, Kind kind, long size, String url) {

  private static final String UNKNOWN = "application/octet-stream";

  /** Those of a list that can be fetched. */
  static List<SlackUpload> all(Parsed files) {
    return files
        .all()
        .map(SlackUpload::of)
        .filter(file -> !file.url().isEmpty() || !file.id().isEmpty())
        .toList();
  }

  private static SlackUpload of(Parsed file) {
    String mime = file.at("mimetype").text();
    return new SlackUpload(
        file.at("id").text(),
        file.at("name").textOr(file.at("title")),
        mime.contains("/") ? mime : UNKNOWN,
        kind(mime, file.at("subtype").text()),
        file.at("size").number(-1),
        address(file));
  }

  static String address(Parsed file) {
    return file.at("url_private_download").textOr(file.at("url_private"));
  }

  /** A clip recorded in Slack says so, whatever its container is called. */
  private static Kind kind(String mime, String subtype) {
    if (subtype.equals("slack_audio") || mime.startsWith("audio/")) {
      return Kind.AUDIO;
    }
    if (mime.startsWith("image/")) {
      return Kind.IMAGE;
    }
    return mime.startsWith("video/") ? Kind.VIDEO : Kind.FILE;
  }
}
