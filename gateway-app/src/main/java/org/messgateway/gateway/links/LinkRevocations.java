package org.messgateway.gateway.links;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;
import org.messgateway.gateway.home.FileDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code .gateway/keys/links-ended.yaml}: whose links were ended, and when; links made later open.
 * Commands write it, also while a gateway runs; it counts from the next request on. An entry goes
 * after 31 days, when all links made before it have ended by themselves. Thread-safe.
 */
public final class LinkRevocations {

  /** Its name in the folder of keys. */
  public static final String FILE = "links-ended.yaml";

  private static final Logger log = LoggerFactory.getLogger(LinkRevocations.class);

  private final DurableDocument document;
  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
  private @Nullable Object version;
  private @Nullable Map<String, Instant> ends;

  /**
   * @param folder {@code .gateway/keys}
   */
  public LinkRevocations(Path folder) {
    this(new TokenFile.InFolder(folder, new FileDocument(folder.resolve(FILE))));
  }

  /** Revocations in another store. */
  public LinkRevocations(DurableDocument document) {
    this.document = document;
  }

  /** Ends all links of an executor that were made before now. */
  public void revoke(String executor, Instant now) throws IOException {
    document.change(before -> {
      Map<String, Instant> next = read(before);
      next.values().removeIf(end -> end.isBefore(now.minus(LinkKeys.OVERLAP)));
      next.put(executor, now.truncatedTo(ChronoUnit.MILLIS));
      Map<String, String> rows = new TreeMap<>();
      next.forEach((id, end) -> rows.put(id, end.toString()));
      return yaml.writeValueAsBytes(rows);
    });
  }

  /** Whether the link at the begin of a token's chain was ended. */
  boolean ended(LinkClaims claims) {
    Map<String, Instant> known = current();
    Instant end = known == null ? Instant.MAX : known.get(claims.executor());
    return end != null && claims.chain().first().isBefore(end);
  }

  /**
   * While the document cannot be read, what was read before counts; null when nothing was, and then
   * no link opens, since any may have been ended.
   */
  private synchronized @Nullable Map<String, Instant> current() {
    try {
      Object now = document.version();
      if (!now.equals(version)) {
        byte @Nullable [] text = document.read();
        // What is damaged is told once; what could not be read is read again.
        version = now;
        ends = read(text);
      }
    } catch (IOException e) {
      log.error(
          ends == null
              ? "No link opens until this ends: {}"
              : "Links that were ended just now open until this ends: {}",
          e.getMessage());
    }
    return ends;
  }

  private Map<String, Instant> read(byte @Nullable [] text) throws IOException {
    Map<String, Instant> read = new TreeMap<>();
    if (text == null) {
      return read;
    }
    try {
      Map<?, ?> rows = yaml.readValue(text, Map.class);
      rows.forEach((id, end) -> read.put(id.toString(), Instant.parse(end.toString())));
      return read;
    } catch (JsonProcessingException | RuntimeException e) {
      throw new IOException(
          document.shown() + " is damaged: restore it, or delete it and run rotate-links --now.",
          e);
    }
  }
}
