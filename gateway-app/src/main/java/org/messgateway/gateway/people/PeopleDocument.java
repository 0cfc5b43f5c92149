package org.messgateway.gateway.people;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The file itself: read whole, changed under a lock that other processes respect, replaced whole.
 */
final class PeopleDocument {

  private final DurableFile file;
  private final YAMLFactory factory =
      YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();
  private final YamlTree trees = new YamlTree(factory);
  private final ObjectMapper mapper = new ObjectMapper(factory);

  PeopleDocument(Path path) {
    this.file = new DurableFile(path);
  }

  /** Tells one version of the file from another. */
  record Version(@Nullable Object key, long size, Instant modified) {

    static final Version ABSENT = new Version(null, -1, Instant.EPOCH);
  }

  Path path() {
    return file.path();
  }

  Version version() {
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

  People read() {
    return people(tree());
  }

  private People people(PeopleTree tree) {
    try {
      return PeopleReading.of(tree);
    } catch (PeopleTree.Malformed e) {
      throw failure(String.valueOf(e.getMessage()), e);
    }
  }

  /** On disk when it returns; written only where something changed. */
  <T> T change(Function<PeopleTree, T> change) {
    try (PeopleLock _ = PeopleLock.of(file.path())) {
      PeopleTree tree = tree();
      people(tree);
      T result = change.apply(tree);
      if (tree.changed()) {
        file.write(mapper.writeValueAsBytes(tree.root()));
      }
      return result;
    } catch (IOException e) {
      throw new PeopleFileException(
          file.path()
              + " cannot be written: "
              + e
              + ". See that its disk has room and is writable.",
          e);
    }
  }

  private PeopleTree tree() {
    try {
      JsonNode tree = trees.read(Files.readAllBytes(file.path()));
      if (tree instanceof ObjectNode object) {
        return new PeopleTree(object);
      }
      throw failure("does not hold a map; it should look like 'stopped: []'", null);
    } catch (NoSuchFileException e) {
      return new PeopleTree(mapper.createObjectNode());
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String line = at == null ? "" : " in line " + at.getLineNr();
      throw failure("is not valid YAML" + line + ": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw failure("cannot be read: " + e.getMessage(), e);
    }
  }

  private PeopleFileException failure(String what, @Nullable Throwable cause) {
    return new PeopleFileException(file.path() + " " + what + ". Mend it or move it away.", cause);
  }
}
