package org.messgateway.gateway.links;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;

/**
 * Keys that several gateways share, so that a link signed by one opens on another. One line for
 * each key, the newest first: the instant it was made and its 32 bytes.
 */
public final class SharedLinkKeys implements KeyRotation {

  private static final int BYTES = 32;

  private final DurableDocument document;

  public SharedLinkKeys(DurableDocument document) {
    this.document = document;
  }

  /** A stored key. */
  @SuppressWarnings("ArrayRecordComponent") // Never leaves this package, never compared.
  record Kept(Instant made, byte[] random) {

    String line() {
      return made + " " + Base64.getEncoder().encodeToString(random) + "\n";
    }

    @Override
    public String toString() {
      return "Kept[" + made + "]";
    }
  }

  /** The keys of a home folder in the form of a shared store; null when it has none. */
  public static byte @Nullable [] of(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return null;
    }
    List<Kept> keys = new ArrayList<>();
    for (Path file : LinkKeys.files(folder)) {
      keys.add(new Kept(Files.getLastModifiedTime(file).toInstant(), Files.readAllBytes(file)));
    }
    return keys.isEmpty() ? null : text(keys);
  }

  /** Equal while the keys are unchanged. */
  Object version() throws IOException {
    return document.version();
  }

  /** The random bytes of each key, the newest first; makes the first key when there is none. */
  List<byte[]> readOrMake() throws IOException {
    byte[] text = document.read();
    if (text == null) {
      document.change(before -> before == null ? text(List.of(fresh(Instant.now()))) : null);
      text = document.read();
    }
    return keys(text).stream().map(Kept::random).toList();
  }

  @Override
  public int rotate(Instant now, boolean endOld) throws IOException {
    AtomicInteger count = new AtomicInteger();
    document.change(before -> {
      List<Kept> keys = new ArrayList<>(List.of(fresh(now)));
      // A key has signed until the next newer one was made.
      Instant superseded = now;
      for (Kept old : before == null ? List.<Kept>of() : keys(before)) {
        if (!endOld && !superseded.isBefore(now.minus(LinkKeys.OVERLAP))) {
          keys.add(old);
        }
        superseded = old.made();
      }
      count.set(keys.size());
      return text(keys);
    });
    return count.get();
  }

  private static Kept fresh(Instant now) {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return new Kept(now, random);
  }

  private static byte[] text(List<Kept> keys) {
    return keys.stream().map(Kept::line).collect(Collectors.joining()).getBytes(US_ASCII);
  }

  private List<Kept> keys(byte @Nullable [] text) throws IOException {
    List<Kept> keys = new ArrayList<>();
    for (String line :
        text == null ? List.<String>of() : new String(text, US_ASCII).lines().toList()) {
      keys.add(key(line));
    }
    if (keys.isEmpty()) {
      throw new IOException(document.shown() + " holds no key: restore it");
    }
    return keys;
  }

  private Kept key(String line) throws IOException {
    String[] parts = line.split(" ", 2);
    try {
      byte[] random = Base64.getDecoder().decode(parts[parts.length - 1]);
      if (random.length == BYTES) {
        return new Kept(Instant.parse(parts[0]), random);
      }
    } catch (DateTimeException | IllegalArgumentException _) {
      // The line is a key and must not stand in the message.
    }
    throw new IOException(document.shown() + " is damaged: restore it, or rotate-links --now");
  }
}
