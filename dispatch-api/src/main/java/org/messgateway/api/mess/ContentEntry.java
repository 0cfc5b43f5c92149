package org.messgateway.api.mess;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a request's context or of a response's content. Source: MESS protocol §2, MESSE-AF
 * 2.1.
 *
 * <p>Every form that is in use has a type here. An entry of another form is an {@link
 * UnknownEntry}, which people see as text.
 */
public sealed interface ContentEntry {

  /** A plain text, verbatim. */
  record Text(String text) implements ContentEntry {}

  /**
   * A file: a picture, a recording or a document.
   *
   * @param kind the kind of the file
   * @param uri {@code https:}, {@code data:}, {@code file:} or {@code content:}; null for an
   *     attachment
   * @param attachment the name of a file beside the thread; null when there is a URI
   * @param name the display name; null for none
   * @param mime the media type; null when the entry names none
   * @param size the size in bytes; -1 when the entry names none
   */
  record Media(
      MediaKind kind,
      @Nullable String uri,
      @Nullable String attachment,
      @Nullable String name,
      @Nullable String mime,
      long size)
      implements ContentEntry {

    /** The kind of a file. */
    public enum MediaKind {
      IMAGE,
      AUDIO,
      VIDEO,
      FILE
    }

    /** Whether the thread itself holds the bytes ({@code data:}). */
    public boolean inline() {
      return uri != null && uri.startsWith("data:");
    }

    /** Whether the file lies on the requestor's disk ({@code file:}). */
    public boolean onDisk() {
      return uri != null && uri.regionMatches(true, 0, "file:", 0, "file:".length());
    }

    /** Whether the file is an attachment of a thread that the URI names ({@code content:}). */
    public boolean inThread() {
      return uri != null && uri.startsWith("content://");
    }

    /** Without the bytes of a {@code data:} URI, because logs may hold this text. */
    @Override
    public String toString() {
      String where = inline() ? "data URI" : uri != null ? uri : "attachment " + attachment;
      return kind + "[" + where + ", " + name + ", " + mime + "]";
    }
  }

  /** A web page. */
  record Link(String url) implements ContentEntry {}

  /**
   * A reference to an earlier request or response.
   *
   * @param ref the id as written
   * @param intent the intent of that request; null where it is unknown or not the reader's to know
   */
  record Reference(String ref, @Nullable String intent) implements ContentEntry {

    /** A reference as a thread holds it. */
    public Reference(String ref) {
      this(ref, null);
    }
  }

  /**
   * A position on earth.
   *
   * @param lat degrees north
   * @param lng degrees east
   * @param details all further fields as read
   */
  record Location(double lat, double lng, Map<String, Object> details) implements ContentEntry {}

  /** Yes or no. */
  record Confirmation(boolean confirmed, @Nullable Object details) implements ContentEntry {}

  /** A value of type {@code json} or {@code structured}, as read. */
  record Structured(Object value) implements ContentEntry {}

  /** An error that an executor reports. */
  record ErrorEntry(@Nullable String code, @Nullable String message) implements ContentEntry {}

  /**
   * An entry of an unknown type, often a text with a colon that YAML reads as a map ({@code Note:
   * chicken expires tomorrow}).
   */
  record UnknownEntry(String type, @Nullable Object value) implements ContentEntry {

    /** The text that the writer probably meant: {@code Note: chicken expires tomorrow}. */
    public String text() {
      return value == null ? type + ":" : type + ": " + value;
    }
  }
}
