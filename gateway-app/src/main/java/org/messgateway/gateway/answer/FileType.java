package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;

/**
 * The type of a file by its first bytes; name and declared type are not trusted. Unknown content is
 * bytes or text, never a page, a script or an SVG.
 *
 * @param mime a type that a browser does not execute
 * @param extension for its name
 */
record FileType(String mime, String extension) {

  private static final int HEAD = 512;
  private static final String BYTES = "application/octet-stream";

  private static final Map<String, String> EXTENSIONS =
      Map.ofEntries(
          Map.entry("image/jpeg", "jpg"),
          Map.entry("image/png", "png"),
          Map.entry("image/gif", "gif"),
          Map.entry("image/webp", "webp"),
          Map.entry("image/heic", "heic"),
          Map.entry("image/avif", "avif"),
          Map.entry("audio/mpeg", "mp3"),
          Map.entry("audio/aac", "aac"),
          Map.entry("audio/amr", "amr"),
          Map.entry("audio/flac", "flac"),
          Map.entry("audio/ogg", "ogg"),
          Map.entry("audio/wav", "wav"),
          Map.entry("audio/mp4", "m4a"),
          Map.entry("audio/webm", "webm"),
          Map.entry("video/webm", "webm"),
          Map.entry("video/mp4", "mp4"),
          Map.entry("video/3gpp", "3gp"),
          Map.entry("video/quicktime", "mov"),
          Map.entry("application/pdf", "pdf"),
          Map.entry("application/zip", "zip"),
          Map.entry("text/plain", "txt"),
          Map.entry(BYTES, "bin"));

  /**
   * Looks at the first bytes of a file.
   *
   * @param declared decides only between sound and picture where the container may hold either
   */
  static FileType of(Path file, String declared) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(in.readNBytes(HEAD), declared);
    }
  }

  /** The same of bytes, or of the first 512 of them. */
  static FileType of(byte[] content, String declared) {
    String head = new String(content, 0, Math.min(content.length, HEAD), ISO_8859_1);
    boolean sound = declared.toLowerCase(Locale.ROOT).startsWith("audio/");
    String mime = mime(head, sound);
    return new FileType(mime, EXTENSIONS.getOrDefault(mime, "bin"));
  }

  private static String mime(String head, boolean sound) {
    if (head.startsWith("ÿØÿ")) {
      return "image/jpeg";
    }
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return "image/png";
    }
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return "image/gif";
    }
    if (head.startsWith("RIFF") && head.length() >= 12) {
      return switch (head.substring(8, 12)) {
        case "WEBP" -> "image/webp";
        case "WAVE" -> "audio/wav";
        default -> BYTES;
      };
    }
    if (head.length() >= 12 && head.startsWith("ftyp", 4)) {
      return box(head.substring(8, 12), sound);
    }
    return stream(head, sound);
  }

  private static String box(String brand, boolean sound) {
    return switch (brand) {
      case "heic", "heix", "hevc", "mif1", "msf1" -> "image/heic";
      case "avif", "avis" -> "image/avif";
      case "M4A ", "M4B " -> "audio/mp4";
      case "qt  " -> "video/quicktime";
      default -> sound ? "audio/mp4" : brand.startsWith("3g") ? "video/3gpp" : "video/mp4";
    };
  }

  private static String stream(String head, boolean sound) {
    if (head.startsWith("\u001aEß£")) {
      return sound ? "audio/webm" : "video/webm";
    }
    if (head.startsWith("OggS")) {
      return "audio/ogg";
    }
    if (head.startsWith("ID3") || head.startsWith("ÿû") || head.startsWith("ÿó")) {
      return "audio/mpeg";
    }
    if (head.startsWith("ÿñ") || head.startsWith("ÿù")) {
      return "audio/aac";
    }
    if (head.startsWith("#!AMR")) {
      return "audio/amr";
    }
    if (head.startsWith("fLaC")) {
      return "audio/flac";
    }
    if (head.startsWith("%PDF-")) {
      return "application/pdf";
    }
    if (head.startsWith("PK\u0003\u0004")) {
      return "application/zip";
    }
    return text(head) ? "text/plain" : BYTES;
  }

  private static boolean text(String head) {
    return !head.isEmpty()
        && head.chars()
            .noneMatch(each -> each < ' ' && each != '\n' && each != '\r' && each != '\t');
  }

  /** As what it is entered: a picture that is none is a file. */
  MediaKind kind() {
    return switch (mime.substring(0, mime.indexOf('/'))) {
      case "image" -> MediaKind.IMAGE;
      case "audio" -> MediaKind.AUDIO;
      case "video" -> MediaKind.VIDEO;
      default -> MediaKind.FILE;
    };
  }

  /** A name for a file beside a thread, or in an entry; safe on every system. */
  String name(String called) {
    String last = called.substring(Math.max(called.lastIndexOf('/'), called.lastIndexOf('\\')) + 1);
    int dot = last.lastIndexOf('.');
    String base =
        (dot > 0 ? last.substring(0, dot) : last)
            .replaceAll("[^A-Za-z0-9_-]+", "-")
            .replaceAll("^-+|-+$", "");
    String cut = base.length() > 40 ? base.substring(0, 40) : base;
    return (cut.isEmpty() ? kind().name().toLowerCase(Locale.ROOT) : cut) + "." + extension;
  }
}
