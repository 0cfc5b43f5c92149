package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.messgateway.api.mess.Folder;

/** A real exchange in a directory of its own, with a clock that stands until it is moved. */
final class Sandbox {

  static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  final Path root;
  final ExchangeDirectory directory;
  final Exchange exchange;
  private Instant now = START;
  private long nanos = 1_000_000_000L;

  Sandbox(Path root) {
    this(root, ExchangeLimits.DEFAULT);
  }

  Sandbox(Path root, ExchangeLimits limits) {
    try {
      this.directory = ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.root = directory.root();
    this.exchange = new Exchange(directory, limits, this::now, this::nanos);
  }

  synchronized Instant now() {
    return now;
  }

  synchronized long nanos() {
    return nanos;
  }

  synchronized void pass(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
  }

  /** A second process on the same files, at the same time. */
  Sandbox another() {
    Sandbox other = new Sandbox(root);
    other.now = now();
    return other;
  }

  static String envelope(String ref, String status) {
    return """
    ref: %s
    requestor: claude-agent
    executor: null
    status: %s
    created: 2026-11-20T10:00:00Z
    updated: 2026-11-20T10:00:00Z
    intent: look
    priority: normal
    # kept as it is
    x-own: {a: 1}
    history:
      - action: created
        at: 2026-11-20T10:00:00Z
        by: claude-agent
    """
        .formatted(ref, status);
  }

  static String request(String content) {
    return """
    ---
    from: claude-agent
    received: 2026-11-20T10:00:00Z
    channel: mcp
    MESS:
      - request:
          intent: look
    """
        + content;
  }

  /** Asks for a picture that lies beside the thread. */
  static String requestWithFile(String name, int size) {
    return request(
        """
              context:
                - image:
                    file: %s
                    mime: image/jpeg
                    size: %d
        """
            .formatted(name, size));
  }

  static String status(String from, String code) {
    return """
    ---
    from: %s
    received: 2026-11-20T11:00:00Z
    MESS:
      - status:
          code: %s
    """
        .formatted(from, code);
  }

  static String thread(String ref, String status) {
    return envelope(ref, status) + request("");
  }

  static String thread(String ref) {
    return thread(ref, "pending");
  }

  Path top(Folder folder) {
    return root.resolve(folder.directory());
  }

  /** Path of a thread's first file in directory form. */
  Path head(Folder folder, String ref) {
    return top(folder).resolve(ref).resolve("000-" + ref + ".messe-af.yaml");
  }

  Path flat(Folder folder, String ref) {
    return top(folder).resolve(ref + ".messe-af.yaml");
  }

  /** Writes a file that was last changed an hour ago. */
  Path old(Path file, String content) {
    return write(file, content, START.minus(Duration.ofHours(1)));
  }

  /** Writes a file that was changed just now. */
  Path fresh(Path file, String content) {
    return write(file, content, now());
  }

  Path write(Path file, String content, Instant modified) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      Files.setLastModifiedTime(file, FileTime.from(modified));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a whole thread there by one rename, as careful writers do. */
  void arrive(Path file, String content) {
    try {
      Path beside = Files.createTempFile(root, "arriving", ".tmp");
      Files.writeString(beside, content);
      Files.createDirectories(file.getParent());
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ThreadLook look(String ref) {
    return exchange.loader().load(new Ref(ref));
  }

  LoadedThread loaded(String ref) {
    return switch (look(ref)) {
      case ThreadLook.Complete(LoadedThread thread) -> thread;
      case ThreadLook.Incomplete other -> throw new AssertionError(other);
      case ThreadLook.Unreadable other -> throw new AssertionError(other);
      case ThreadLook.Absent other -> throw new AssertionError(other);
    };
  }
}
