package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.SecureFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the exchange itself which gateway tells of its threads, so that a second one with a store
 * of its own notices. The marker is a hidden file in the exchange's root, which its gateway renews;
 * gateways that share a store have one id and one marker.
 *
 * <p>Clocks of machines differ: a marker is old when it was not seen to change for {@link #OLD},
 * whatever times stand in it. One that cannot be understood counts as none. Where none can be
 * written, there is none. Thread-safe.
 */
public final class GatewayMarker implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(GatewayMarker.class);

  /** Its name in the exchange's root. */
  public static final String NAME = ".mess-gateway";

  /** Time between two renewals. */
  public static final Duration RENEWAL = Duration.ofSeconds(10);

  /** Time without a renewal after which another gateway counts as gone. */
  public static final Duration OLD = RENEWAL.multipliedBy(3);

  private static final int LONGEST = 1024;
  private static final Pattern FORM =
      Pattern.compile(
          """
          gateway: ([0-9a-f]{16})
          machine: ([\\w.-]{1,253})
          since: ([0-9TZ:.-]{1,40})
          renewal: \\d{1,18}
          """);

  private final Path root;
  private final String id;
  private final String machine;
  private final Instant since;
  private final LongSupplier nanos;
  private long renewals;
  private long written;
  private boolean mine;
  private @Nullable String other;
  private long otherSeen;

  /**
   * @param id of the gateway: 16 hexadecimal digits that outlive a restart
   * @param machine its name, for people
   * @param since when the gateway started
   */
  public GatewayMarker(Path root, String id, String machine, Instant since, LongSupplier nanos) {
    this.root = root;
    this.id = id;
    this.machine = machine.replaceAll("[^\\w.-]", "_");
    this.since = since;
    this.nanos = nanos;
  }

  /**
   * The gateway that says it tells of the threads of an exchange, in words; empty when there is
   * none, or it has that id.
   */
  public static Optional<String> other(Path root, String id) {
    return read(root).map(FORM::matcher).filter(Matcher::matches).flatMap(form -> other(form, id));
  }

  private static Optional<String> other(Matcher form, String id) {
    return form.group(1).equals(id)
        ? Optional.empty()
        : Optional.of(
            "gateway %s on %s since %s".formatted(form.group(1), form.group(2), form.group(3)));
  }

  private static Optional<String> read(Path root) {
    try (SecureFolder folder = SecureFolder.open(root);
        FileChannel file = folder.read(NAME)) {
      ByteBuffer buffer = ByteBuffer.allocate(LONGEST);
      while (buffer.hasRemaining() && file.read(buffer) >= 0) {
        // Until the file ends: it is shorter.
      }
      return Optional.of(new String(buffer.array(), 0, buffer.position(), UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      log.debug("The marker in {} cannot be read: {}", root, e.toString());
      return Optional.empty();
    }
  }

  /**
   * Looks at the marker and makes it this gateway's, unless another renews its own. Called at least
   * every {@link #RENEWAL}.
   *
   * @return the other gateway, in words; empty when this one may tell
   */
  public synchronized Optional<String> turn() {
    Optional<String> found = read(root);
    Optional<String> stranger =
        found.map(FORM::matcher).filter(Matcher::matches).flatMap(form -> other(form, id));
    if (stranger.isPresent() && !isOld(found.orElseThrow())) {
      mine = false;
      return stranger;
    }
    stranger.ifPresent(gone ->
        log.info(
            "The {} renewed its marker in {} no more for {} s: this gateway goes on.",
            gone,
            root,
            OLD.toSeconds()));
    other = null;
    renew();
    return Optional.empty();
  }

  private boolean isOld(String text) {
    if (!text.equals(other)) {
      other = text;
      otherSeen = nanos.getAsLong();
    }
    return nanos.getAsLong() - otherSeen >= OLD.toNanos();
  }

  private void renew() {
    if (mine && nanos.getAsLong() - written < RENEWAL.toNanos() / 2) {
      return;
    }
    renewals++;
    written = nanos.getAsLong();
    String temporary = TempFiles.newName();
    try (SecureFolder folder = SecureFolder.open(root)) {
      try (FileChannel file = folder.create(temporary)) {
        ByteBuffer text = ByteBuffer.wrap(text().getBytes(UTF_8));
        while (text.hasRemaining()) {
          file.write(text);
        }
      }
      folder.move(temporary, folder, NAME);
      mine = true;
    } catch (IOException e) {
      mine = false;
      log.debug("No marker can be written in {}: {}", root, e.toString());
    }
  }

  private String text() {
    return "gateway: %s\nmachine: %s\nsince: %s\nrenewal: %d\n"
        .formatted(id, machine, since, renewals);
  }

  /** Removes the marker, so that another gateway need not wait. */
  @Override
  public synchronized void close() throws IOException {
    if (mine && read(root).filter(text -> text.startsWith("gateway: " + id)).isPresent()) {
      mine = false;
      try (SecureFolder folder = SecureFolder.open(root)) {
        folder.delete(NAME);
      }
    }
  }
}
