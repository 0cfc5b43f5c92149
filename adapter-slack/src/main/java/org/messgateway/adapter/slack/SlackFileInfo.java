package org.messgateway.adapter.slack;

import java.util.List;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/**
 * Slack's description of a file.
 *
 * @param url the download URL; empty where Slack requires a lookup by id
 * @param size the size in bytes; -1 when Slack does not say
 */
record SlackFileInfo(String id, String name, String mime, MediaKind kind, long size, String url) {

  private static final String UNKNOWN = "application/octet-stream";

  /** The files of a list that can be fetched. */
  static List<SlackFileInfo> all(LenientJson files) {
    return files
        .all()
        .map(SlackFileInfo::of)
        .filter(file -> !file.url().isEmpty() || !file.id().isEmpty())
        .toList();
  }

  private static SlackFileInfo of(LenientJson file) {
    String mime = file.at("mimetype").text();
    return new SlackFileInfo(
        file.at("id").text(),
        file.at("name").textOr(file.at("title")),
        mime.contains("/") ? mime : UNKNOWN,
        kind(mime, file.at("subtype").text()),
        file.at("size").number(-1),
        address(file));
  }

  private static String address(LenientJson file) {
    return file.at("url_private_download").textOr(file.at("url_private"));
  }

  /** The kind by media type; a clip recorded in Slack has its kind as subtype. */
  private static MediaKind kind(String mime, String subtype) {
    if (subtype.equals("slack_audio") || mime.startsWith("audio/")) {
      return MediaKind.AUDIO;
    }
    if (mime.startsWith("image/")) {
      return MediaKind.IMAGE;
    }
    return mime.startsWith("video/") ? MediaKind.VIDEO : MediaKind.FILE;
  }
}
