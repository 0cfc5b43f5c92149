package org.messgateway.gateway.links;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When each stored token was last used, to the hour: {@code .gateway/keys/tokens-used.yaml}. Beside
 * the tokens, since the gateway writes this one and commands write the other. Losing it costs
 * nothing. Thread-safe.
 */
public final class TokenUsage {

  private static final Logger log = LoggerFactory.getLogger(TokenUsage.class);
  private static final Duration EXACTNESS = Duration.ofHours(1);

  private final Path file;
  private final ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
  private final Map<String, Instant> used = new TreeMap<>();

  /**
   * @param folder {@code .gateway/keys}
   */
  public TokenUsage(Path folder) {
    this.file = folder.resolve("tokens-used.yaml");
    used.putAll(read());
  }

  /** Last use of each token by id; tokens that were never used are missing. */
  public final Map<String, Instant> read() {
    Map<String, Instant> read = new TreeMap<>();
    try {
      Map<?, ?> rows = yaml.readValue(Files.readAllBytes(file), Map.class);
      rows.forEach((id, at) -> read.put(id.toString(), Instant.parse(at.toString())));
    } catch (NoSuchFileException e) {
      return read;
    } catch (IOException | RuntimeException e) {
      log.warn("{} cannot be read and begins anew: {}", file, e.getMessage());
    }
    return read;
  }

  synchronized void used(String id, Instant now) {
    Instant before = used.get(id);
    if (before != null && before.plus(EXACTNESS).isAfter(now)) {
      return;
    }
    used.put(id, now);
    Map<String, String> rows = new TreeMap<>();
    used.forEach((each, at) -> rows.put(each, at.toString()));
    try {
      KeyFile.prepare(file.toAbsolutePath().resolveSibling("."));
      KeyFile.write(file, yaml.writeValueAsBytes(rows));
    } catch (IOException e) {
      log.warn("When a token was used cannot be written to {}: {}", file, e.getMessage());
    }
  }
}
