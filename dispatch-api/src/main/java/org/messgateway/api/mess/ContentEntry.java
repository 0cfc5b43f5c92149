package org.messgateway.api.mess;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a request's context or a response's content. Source: protocol §2, MESSE-AF 2.1.
 *
 * <p>Every shape that is written in the wild has a place here; what is none of them is {@link
 * Other} and is shown as text, never dropped.
 */
public sealed interface ContentEntry {

  /** Plain text, verbatim. */
  record Text(String text) implements ContentEntry {}

  /**
   * Something with bytes: a picture, a recording, a document.
   *
   * @param kind image, audio, video or file
   * @param uri {@code https:}, {@code data:}, {@code file:} or {@code content:}; null for an
   *     attachment
   * @param attachment name of a file that lies beside the thread; null when there is a URI
   * @param name what to call it
   * @param size bytes, -1 when nobody said
   */
  record Media(
      Kind kind,
      @Nullable String uri,
      @Nullable String attachment,
      @Nullable String name,
      @Nullable String mime,
      long size)
      implements ContentEntry {

    /** What sort of bytes. */
    public enum Kind {
      IMAGE,
      AUDIO,
      VIDEO,
      FILE
    }

    /** Whether the bytes stand in the thread itself. */
    public boolean inline() {
      return uri != null && uri.startsWith("data:");
    }

    /** Whether it lies on the disk of the one who asks ({@code file:}). */
    public boolean onDisk() {
      return uri != null && uri.regionMatches(true, 0, "file:", 0, "file:".length());
    }

    /** Without the bytes: a thread in a log is enough of a mouthful. */
    @Override
    public String toString() {
      String where = inline() ? "data URI" : uri != null ? uri : "attachment " + attachment;
      return kind + "[" + where + ", " + name + ", " + mime + "]";
    }
  }

  /** A web page. */
  record Link(String url) implements ContentEntry {}

  /** An earlier request or response. */
  record Reference(String ref) implements ContentEntry {}

  /** A place. */
  record Location(double lat, double lng, Map<String, Object> details) implements ContentEntry {}

  /** Yes or no. */
  record Confirmation(boolean confirmed, @Nullable Object details) implements ContentEntry {}

  /** {@code json} and {@code structured}: an object as it was read. */
  record Structured(Object value) implements ContentEntry {}

  /** An error somebody reports. */
  record Problem(@Nullable String code, @Nullable String message) implements ContentEntry {}

  /**
   * A type we do not know, often a text with a colon that YAML took for a map ({@code Note: chicken
   * expires tomorrow}).
   */
  record Other(String type, @Nullable Object value) implements ContentEntry {

    /** As the writer probably meant it: {@code Note: chicken expires tomorrow}. */
    public String text() {
      return value == null ? type + ":" : type + ": " + value;
    }
  }
}
