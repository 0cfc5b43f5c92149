package org.messgateway.gateway.http.body;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.fileupload2.core.FileUploadException;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media.MediaKind;
import org.messgateway.gateway.answer.AnswerFile;
import org.messgateway.gateway.answer.MessBody;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.http.body.BodyException.Reason;

/**
 * A message with files in {@code multipart/form-data} (RFC 7578): one part {@code message}, every
 * other part a file. Files go through a buffer of 16 KiB onto the disk. Used once, by one thread.
 */
final class MultipartMessage {

  private static final String MESSAGE = "message";
  private static final String UNDECLARED = "application/octet-stream";
  private static final int LONGEST_BOUNDARY = 70;
  private static final int BUFFER = 16 << 10;

  /** Bytes of all headers of one part. */
  private static final int LONGEST_HEADERS = 8 << 10;

  /** A received file; the message, which may come later, can name its kind. */
  private record FormFile(String part, String fileName, String mime, Path content) {}

  private final BodyLimits limits;
  private final UploadSpool spool;
  private final MessageDigest digest;
  private final List<FormFile> received = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private UploadSpool.@Nullable Text message;

  MultipartMessage(BodyLimits limits, UploadSpool spool, MessageDigest digest) {
    this.limits = limits;
    this.spool = spool;
    this.digest = digest;
  }

  /**
   * Receives all of it; its text is parsed later. The caller owns the files.
   *
   * @param boundary as the content type names it
   * @throws BodyException when it is larger than allowed, or no form
   * @throws IOException when the disk is full
   */
  Submissions.ReceivedBody read(InputStream body, String boundary) throws IOException {
    try {
      parts(body, boundary);
      UploadSpool.Text text = message;
      if (text == null) {
        throw malformed("the part `message` is missing, in YAML or JSON");
      }
      return new Submissions.ReceivedBody(text.bytes(), whenDone -> submission(text, whenDone));
    } catch (FileUploadSizeException _) {
      throw malformed("the headers of a part are too long");
    } catch (FileUploadException broken) {
      throw malformed(
          "it ends before its last boundary, or a boundary's line does not end", broken);
    }
  }

  private void parts(InputStream body, String boundary) throws IOException {
    if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw malformed("the boundary must have 1 to 70 characters");
    }
    MultipartInput input =
        MultipartInput.builder()
            .setInputStream(body)
            .setBufferSize(BUFFER)
            .setBoundary(boundary.getBytes(US_ASCII))
            .setMaxPartHeaderSize(LONGEST_HEADERS)
            .get();
    input.setHeaderCharset(UTF_8);
    for (boolean more = input.skipPreamble(); more; more = input.readBoundary()) {
      // A part is read to its end, or nothing more is read at all: closing it would read it all.
      part(headers(input.readHeaders()), input.newInputStream());
    }
  }

  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new HashMap<>();
    for (String line : text.strip().split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw malformed("a part's header has no colon");
      }
      String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      headers.put(name, line.substring(colon + 1).strip());
    }
    return headers;
  }

  private void part(Map<String, String> headers, InputStream content) throws IOException {
    HeaderFields disposition = HeaderFields.of(headers.getOrDefault("content-disposition", ""));
    String name =
        disposition
            .parameter("name")
            .filter(_ -> disposition.value().equals("form-data"))
            .orElseThrow(() -> malformed("a part has no Content-Disposition: form-data; name=…"));
    if (!names.add(name)) {
      throw malformed("two parts have the same name");
    }
    String fileName = disposition.parameter("filename").orElse("");
    // The boundary differs from one sending to the next; names and contents do not.
    digest.update((name + "\n" + fileName + "\n").getBytes(UTF_8));
    if (name.equals(MESSAGE)) {
      message = spool.text(content, limits.total(), digest);
    } else if (received.size() == limits.files()) {
      throw new BodyException(
          Reason.TOO_LARGE, "At most " + limits.files() + " files are taken at once.");
    } else {
      String mime = HeaderFields.of(headers.getOrDefault("content-type", UNDECLARED)).value();
      Path file = spool.receive(content, limits.file(), digest);
      received.add(new FormFile(name, fileName.isBlank() ? name : fileName, mime, file));
    }
  }

  private Submission submission(UploadSpool.Text text, Runnable whenDone)
      throws IOException, ThreadFormatException {
    byte[] message = text.read();
    List<Map<String, @Nullable Object>> mess = MessBody.read(message);
    Map<String, MediaKind> kinds = new HashMap<>();
    mess.forEach(entry -> kinds(entry, kinds));
    List<AnswerFile> files = received.stream().map(one -> file(one, kinds)).toList();
    String hex = HexFormat.of().formatHex(digest.digest());
    return new Submission(mess, files, hex, MessBody.lines(message), whenDone);
  }

  /** Collects the kinds under which the message enters parts; {@link MessBody} bounds its depth. */
  private static void kinds(@Nullable Object value, Map<String, MediaKind> kinds) {
    switch (value) {
      case Map<?, ?> map ->
          map.forEach((key, entry) -> {
            kind(key, entry, kinds);
            kinds(entry, kinds);
          });
      case Collection<?> list -> list.forEach(entry -> kinds(entry, kinds));
      case null, default -> {}
    }
  }

  private static void kind(Object key, @Nullable Object entry, Map<String, MediaKind> kinds) {
    if (entry instanceof Map<?, ?> map && map.get("part") instanceof String part) {
      for (MediaKind kind : MediaKind.values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(key)) {
          kinds.putIfAbsent(part, kind);
        }
      }
    }
  }

  private static AnswerFile file(FormFile file, Map<String, MediaKind> kinds) {
    MediaKind byType =
        switch (file.mime().replaceFirst("/.*", "")) {
          case "image" -> MediaKind.IMAGE;
          case "audio" -> MediaKind.AUDIO;
          case "video" -> MediaKind.VIDEO;
          default -> MediaKind.FILE;
        };
    return new AnswerFile(
        file.part(),
        kinds.getOrDefault(file.part(), byType),
        file.fileName(),
        file.mime(),
        file.content());
  }

  private static BodyException malformed(String what) {
    return new BodyException(Reason.MALFORMED, "This is no multipart/form-data: " + what + ".");
  }

  static BodyException malformed(String what, Exception cause) {
    BodyException malformed = malformed(what);
    malformed.initCause(cause);
    return malformed;
  }
}
