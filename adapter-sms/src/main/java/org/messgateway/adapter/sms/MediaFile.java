package org.messgateway.adapter.sms;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Locale;
import org.messgateway.adapter.sms.Sms.Part;
import org.messgateway.api.SentFile;
import org.messgateway.api.mess.ContentEntry.Media.Kind;

/** A file that came by MMS, fetched when it is opened. It has neither name nor known size. */
record MediaFile(Kind kind, String mime, URI url, MediaClient client) implements SentFile {

  private static final String ANYTHING = "application/octet-stream";

  static MediaFile of(Part part, MediaClient client) {
    String type = part.type().isBlank() ? ANYTHING : part.type().toLowerCase(Locale.ROOT);
    return new MediaFile(kind(type), type, part.url(), client);
  }

  /** Not the stage directions that telephones send along with pictures. */
  static boolean isMeant(Part part) {
    return !part.type().toLowerCase(Locale.ROOT).startsWith("application/smil");
  }

  private static Kind kind(String type) {
    if (type.startsWith("image/")) {
      return Kind.IMAGE;
    }
    if (type.startsWith("audio/")) {
      return Kind.AUDIO;
    }
    return type.startsWith("video/") ? Kind.VIDEO : Kind.FILE;
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

  /** Without the address, by which anybody could fetch it. */
  @Override
  public String toString() {
    return "MediaFile[" + mime + "]";
  }
}
