package org.messgateway.gateway.people;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code <home>/people.yaml}: addresses that are stopped. May be edited by hand at any time; keys
 * it does not know are kept. Safe for many threads of one process.
 *
 * <pre>
 * stopped:
 * - channel: webhook
 *   address: "http://robot.local/mess"
 *   since: "2026-11-20T12:00:00Z"
 *   reason: "it answered 410"
 * </pre>
 */
public final class PeopleFile {

  private static final Logger LOG = LoggerFactory.getLogger(PeopleFile.class);
  private static final String STOPPED = "stopped";

  private final DurableFile file;
  private final YAMLFactory factory =
      YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();
  private final YamlTree trees = new YamlTree(factory);
  private final ObjectMapper mapper = new ObjectMapper(factory);
  private Version version = Version.ABSENT;
  private List<StoppedAddress> stopped = List.of();

  /** Tells one version of the file from another. */
  private record Version(@Nullable Object key, long size, Instant modified) {

    static final Version ABSENT = new Version(null, -1, Instant.EPOCH);
  }

  /**
   * Reads it; a file that is not there holds nothing.
   *
   * @throws PeopleFileException when it cannot be read
   */
  public PeopleFile(Path path) {
    this.file = new DurableFile(path);
    Version now = version();
    this.stopped = addresses(tree());
    this.version = now;
  }

  /** All stopped addresses, as the file has them now. */
  public synchronized List<StoppedAddress> stopped() {
    refresh();
    return stopped;
  }

  /** Whether this address is stopped. Costs a look at the file's time, not a read. */
  public synchronized boolean stopped(String channel, String address) {
    refresh();
    return stopped.stream().anyMatch(one -> one.isAt(channel, address));
  }

  /**
   * Stops an address; on disk when it returns. Doing it again changes nothing.
   *
   * @throws PeopleFileException when it cannot be written; nothing has changed then
   */
  public synchronized void stop(StoppedAddress address) {
    ObjectNode tree = tree();
    if (addresses(tree).stream().anyMatch(one -> one.isAt(address.channel(), address.address()))) {
      return;
    }
    list(tree)
        .addObject()
        .put("channel", address.channel())
        .put("address", address.address())
        .put("since", address.since().toString())
        .put("reason", address.reason());
    write(tree);
  }

  /**
   * Resumes an address; on disk when it returns.
   *
   * @return false when it was not stopped
   * @throws PeopleFileException when it cannot be written; nothing has changed then
   */
  public synchronized boolean resume(String channel, String address) {
    ObjectNode tree = tree();
    boolean found = remove(list(tree), channel, address);
    if (found) {
      write(tree);
    }
    return found;
  }

  private static boolean remove(ArrayNode list, String channel, String address) {
    boolean found = false;
    for (int i = list.size() - 1; i >= 0; i--) {
      JsonNode entry = list.get(i);
      if (text(entry, "channel").equals(channel) && text(entry, "address").equals(address)) {
        list.remove(i);
        found = true;
      }
    }
    return found;
  }

  /** A bad edit by hand leaves the last good version standing, and is told once. */
  private void refresh() {
    Version now = version();
    if (now.equals(version)) {
      return;
    }
    version = now;
    try {
      stopped = addresses(tree());
    } catch (PeopleFileException e) {
      LOG.error("{} What it said before stays in force.", e.getMessage());
    }
  }

  private Version version() {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new Version(
          attributes.fileKey(), attributes.size(), attributes.lastModifiedTime().toInstant());
    } catch (NoSuchFileException e) {
      return Version.ABSENT;
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage(), e);
    }
  }

  private ObjectNode tree() {
    try {
      JsonNode tree = trees.read(Files.readAllBytes(file.path()));
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw failure("does not hold a map; it should look like 'stopped: []'", null);
    } catch (NoSuchFileException e) {
      return mapper.createObjectNode();
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String line = at == null ? "" : " in line " + at.getLineNr();
      throw failure("is not valid YAML" + line + ": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage(), e);
    }
  }

  private ArrayNode list(ObjectNode tree) {
    JsonNode node = tree.get(STOPPED);
    if (node instanceof ArrayNode array) {
      return array;
    }
    if (node == null || node.isNull()) {
      return tree.putArray(STOPPED);
    }
    throw failure("has something else than a list under 'stopped'", null);
  }

  private List<StoppedAddress> addresses(ObjectNode tree) {
    List<StoppedAddress> addresses = new ArrayList<>();
    JsonNode node = tree.get(STOPPED);
    if (node != null && !node.isNull()) {
      list(tree).forEach(entry -> addresses.add(address(entry)));
    }
    return List.copyOf(addresses);
  }

  private StoppedAddress address(JsonNode entry) {
    String channel = text(entry, "channel");
    String address = text(entry, "address");
    if (channel.isEmpty() || address.isEmpty()) {
      throw failure("has an entry under 'stopped' without channel or address", null);
    }
    return new StoppedAddress(channel, address, since(entry), text(entry, "reason"));
  }

  /** By hand one may leave it out. */
  private static Instant since(JsonNode entry) {
    try {
      return Instant.parse(text(entry, "since"));
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  private static String text(JsonNode entry, String key) {
    return entry.path(key).asText("");
  }

  private void write(ObjectNode tree) {
    try {
      file.write(mapper.writeValueAsBytes(tree));
      version = version();
      stopped = addresses(tree);
    } catch (IOException e) {
      throw new PeopleFileException(
          file.path()
              + " cannot be written: "
              + e
              + ". See that its disk has room and is writable.",
          e);
    }
  }

  private PeopleFileException failure(String what, @Nullable Throwable cause) {
    return new PeopleFileException(file.path() + " " + what + ". Mend it or move it away.", cause);
  }
}
