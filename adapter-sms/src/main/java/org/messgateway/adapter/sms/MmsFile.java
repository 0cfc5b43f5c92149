package org.messgateway.adapter.sms;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Locale;
import org.messgateway.adapter.sms.InboundSms.MediaPart;
import org.messgateway.api.InboundFile;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/** A file of an MMS, fetched when it is opened. It has neither a name nor a known size. */
record MmsFile(MediaKind kind, String mime, URI url, MmsMediaClient client) implements InboundFile {

  private static final String ANYTHING = "application/octet-stream";

  static MmsFile of(MediaPart part, MmsMediaClient client) {
    String type = part.type().isBlank() ? ANYTHING : part.type().toLowerCase(Locale.ROOT);
    return new MmsFile(kind(type), type, part.url(), client);
  }

  /** Whether a part is content, not the layout (SMIL) that phones add to pictures. */
  static boolean isMeant(MediaPart part) {
    return !part.type().toLowerCase(Locale.ROOT).startsWith("application/smil");
  }

  private static MediaKind kind(String type) {
    if (type.startsWith("image/")) {
      return MediaKind.IMAGE;
    }
    if (type.startsWith("audio/")) {
      return MediaKind.AUDIO;
    }
    return type.startsWith("video/") ? MediaKind.VIDEO : MediaKind.FILE;
  }

  @Override
  public String name() {
    return "";
  }

  @Override
  public long size() {
    return -1;
  }

  @Override
  public InputStream open() throws IOException {
    return client.open(url);
  }

  /** Without the URL, which alone permits the download. */
  @Override
  public String toString() {
    return "MediaFile[" + mime + "]";
  }
}
