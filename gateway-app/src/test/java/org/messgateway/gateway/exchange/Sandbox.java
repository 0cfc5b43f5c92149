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
import org.messgateway.api.mess.ThreadFolder;

/** A real exchange in a directory of its own, with a clock that stands until it is moved. */
public final class Sandbox {

  public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  public final Path root;
  final ExchangeDirectory directory;
  public final Exchange exchange;
  private Instant now = START;
  private long nanos = 1_000_000_000L;

  public Sandbox(Path root) {
    this(root, ExchangeLimits.DEFAULT);
  }

  public Sandbox(Path root, ExchangeLimits limits) {
    this(root, limits, true);
  }

  private Sandbox(Path root, ExchangeLimits limits, boolean systemCalls) {
    try {
      this.directory = ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.root = directory.root();
    this.exchange = new Exchange(directory, limits, this::now, this::nanos);
    if (systemCalls) {
      exchange.useSystemCalls();
    }
  }

  /** One that reads and writes as on a system without the calls that Linux has. */
  public static Sandbox portable(Path root) {
    return new Sandbox(root, ExchangeLimits.DEFAULT, false);
  }

  public synchronized Instant now() {
    return now;
  }

  public synchronized long nanos() {
    return nanos;
  }

  public synchronized void pass(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
  }

  /** A second process on the same files, at the same time. */
  public Sandbox another() {
    Sandbox other = new Sandbox(root);
    other.now = now();
    return other;
  }

  public static String envelope(String ref, String status) {
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

  public static String request(String content) {
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
  public static String requestWithFile(String name, int size) {
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

  public static String status(String from, String code) {
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

  public static String thread(String ref, String status) {
    return envelope(ref, status) + request("");
  }

  public static String thread(String ref) {
    return thread(ref, "pending");
  }

  public Path top(ThreadFolder folder) {
    return root.resolve(folder.directory());
  }

  /** Path of a thread's first file in directory form. */
  public Path head(ThreadFolder folder, String ref) {
    return top(folder).resolve(ref).resolve("000-" + ref + ".messe-af.yaml");
  }

  public Path flat(ThreadFolder folder, String ref) {
    return top(folder).resolve(ref + ".messe-af.yaml");
  }

  /** Writes a file that was last changed an hour ago. */
  public Path old(Path file, String content) {
    return write(file, content, START.minus(Duration.ofHours(1)));
  }

  /** Writes a file that was changed just now. */
  public Path fresh(Path file, String content) {
    return write(file, content, now());
  }

  public Path write(Path file, String content, Instant modified) {
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
  public void arrive(Path file, String content) {
    try {
      Path beside = Files.createTempFile(root, "arriving", ".tmp");
      Files.writeString(beside, content);
      Files.createDirectories(file.getParent());
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ThreadReadResult look(String ref) {
    return exchange.loader().load(new Ref(ref));
  }

  public LoadedThread loaded(String ref) {
    return switch (look(ref)) {
      case ThreadReadResult.Complete(LoadedThread thread) -> thread;
      case ThreadReadResult.Incomplete other -> throw new AssertionError(other);
      case ThreadReadResult.Unreadable other -> throw new AssertionError(other);
      case ThreadReadResult.Absent other -> throw new AssertionError(other);
    };
  }
}
