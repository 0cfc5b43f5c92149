package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.links.LinkClaims;

/**
 * {@code /thread/{ref}/files/{name}}: files of a task, in ranges. A type that a browser could
 * execute is a download in a sandbox.
 */
public final class FileRoutes implements HttpService {

  /** Types that a browser shows but does not run; all other types are downloads. */
  private static final Set<String> SHOWN =
      Set.of(
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp",
          "audio/webm",
          "audio/mpeg",
          "audio/mp4",
          "audio/ogg",
          "audio/wav",
          "video/mp4",
          "video/webm",
          "text/plain",
          "application/pdf");

  private static final String DOWNLOAD = "application/octet-stream";
  private static final HeaderName CONTENT_SECURITY_POLICY =
      HeaderNames.create("Content-Security-Policy");

  /** Above this, reading a file twice to name its version costs more than it saves. */
  private static final long LARGEST_TAGGED = 4 << 20;

  private final Tasks tasks;
  private final TokenGate gate;
  private final LargeViews views;

  public FileRoutes(Tasks tasks, TokenGate gate, LargeViews views) {
    this.views = views;
    this.tasks = tasks;
    this.gate = gate;
  }

  @Override
  public void routing(HttpRules rules) {
    rules
        .get("/thread/{ref}/files/{name}", this::file)
        .head("/thread/{ref}/files/{name}", this::file);
  }

  private void file(ServerRequest request, ServerResponse response) throws IOException {
    String name = request.path().pathParameters().get("name");
    LinkClaims reader =
        gate.readingFile(request, request.path().pathParameters().get("ref"), "files/" + name);
    try (FairBudget.Share _ = views.fileOf(reader.executor(), memory(reader))) {
      file(request, response, reader, name);
    }
  }

  private long memory(LinkClaims reader) {
    return tasks.tasksIn(reader.exchange()).map(of -> of.memory(reader.ref())).orElse(0L);
  }

  private void file(ServerRequest request, ServerResponse response, LinkClaims reader, String name)
      throws IOException {
    Optional<String> tag = tag(find(reader, name));
    TaskFile file = find(reader, name);
    // Opened in any case, because only closing the stream releases the file.
    try (InputStream bytes = open(file)) {
      describe(file, tag, response);
      if (tag.isPresent() && tag.equals(request.headers().first(HeaderNames.IF_NONE_MATCH))) {
        response.status(Status.NOT_MODIFIED_304).send();
      } else {
        send(request, response, file.size(), range(request, response, file.size(), tag), bytes);
      }
    }
  }

  private TaskFile find(LinkClaims reader, String name) {
    return tasks
        .tasksIn(reader.exchange())
        .flatMap(of -> of.file(reader.ref(), reader.executor(), name))
        .orElseThrow(FileRoutes::noSuchFile);
  }

  private static ProblemException noSuchFile() {
    return ProblemException.notFound("This task has no such file.");
  }

  /** A file can vanish between looking and opening. */
  private static InputStream open(TaskFile file) throws IOException {
    try {
      return file.content().open();
    } catch (NoSuchFileException vanished) {
      throw noSuchFile();
    }
  }

  private static Optional<String> tag(TaskFile file) throws IOException {
    try (InputStream bytes = open(file)) {
      if (file.size() > LARGEST_TAGGED) {
        return Optional.empty();
      }
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.readAllBytes());
      return Optional.of('"' + HexFormat.of().formatHex(hash, 0, 16) + '"');
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void describe(TaskFile file, Optional<String> tag, ServerResponse response) {
    String mime = file.mime().toLowerCase(Locale.ROOT).replaceFirst("\\s*;.*", "");
    boolean shown = SHOWN.contains(mime);
    String type = mime.equals("text/plain") ? "text/plain; charset=utf-8" : mime;
    response
        .header(HeaderNames.CONTENT_TYPE, shown ? type : DOWNLOAD)
        .header(HeaderNames.ACCEPT_RANGES, "bytes")
        .header(HeaderNames.CONTENT_DISPOSITION, disposition(shown, file.name()));
    if (!shown) {
      response.header(CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox");
    }
    tag.ifPresent(value -> response.header(HeaderNames.ETAG, value));
  }

  private static Optional<FileRange> range(
      ServerRequest request, ServerResponse response, long size, Optional<String> tag) {
    Optional<String> asked = request.headers().first(HeaderNames.RANGE);
    Optional<String> onlyOf = request.headers().first(HeaderNames.IF_RANGE);
    if (asked.isEmpty() || (onlyOf.isPresent() && !onlyOf.equals(tag))) {
      return Optional.empty();
    }
    try {
      return FileRange.of(asked.get(), size);
    } catch (FileRange.UnsatisfiableException e) {
      response.header(HeaderNames.CONTENT_RANGE, "bytes */" + size);
      throw new ProblemException(416, "Range not satisfiable", "The file has " + size + " bytes.");
    }
  }

  private static void send(
      ServerRequest request,
      ServerResponse response,
      long size,
      Optional<FileRange> range,
      InputStream bytes)
      throws IOException {
    long length = range.map(FileRange::length).orElse(size);
    range.ifPresent(part ->
        response
            .status(Status.PARTIAL_CONTENT_206)
            .header(HeaderNames.CONTENT_RANGE, part.contentRange(size)));
    response.header(HeaderNames.CONTENT_LENGTH, Long.toString(length));
    if (request.prologue().method().equals(Method.HEAD)) {
      response.send();
      return;
    }
    bytes.skipNBytes(range.map(FileRange::first).orElse(0L));
    try (OutputStream out = response.outputStream()) {
      copy(bytes, out, length);
    }
  }

  private static void copy(InputStream from, OutputStream to, long length) throws IOException {
    byte[] buffer = new byte[16 << 10];
    long left = length;
    while (left > 0) {
      int count = from.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        throw new IOException("a file became shorter while it was sent");
      }
      to.write(buffer, 0, count);
      left -= count;
    }
  }

  /**
   * The file name in ASCII for old clients and in UTF-8; encoded, so that it cannot end the header.
   */
  private static String disposition(boolean shown, String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
    String encoded = URLEncoder.encode(name, UTF_8).replace("+", "%20").replace("*", "%2A");
    return (shown ? "inline" : "attachment")
        + "; filename=\""
        + plain
        + "\"; filename*=UTF-8''"
        + encoded;
  }
}
