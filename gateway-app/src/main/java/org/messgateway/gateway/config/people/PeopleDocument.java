package org.messgateway.gateway.config.people;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.DurableDocument;

/** The stored document: read as a whole, replaced as a whole, changed by one caller at a time. */
final class PeopleDocument {

  private final DurableDocument document;
  private final YAMLFactory factory =
      YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build();
  private final LocatedYaml trees = new LocatedYaml(factory);
  private final ObjectMapper mapper = new ObjectMapper(factory);

  PeopleDocument(DurableDocument document) {
    this.document = document;
  }

  /** Equal while the document is unchanged. */
  Object version() {
    try {
      return document.version();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The stored text; null where there is none. */
  byte @Nullable [] text() {
    try {
      return document.read();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** What is left out of it is named whole: which document, where, why. */
  PeopleReader.Read read(byte @Nullable [] text) {
    try {
      PeopleReader.Read read = read(tree(text));
      return new PeopleReader.Read(
          read.people(), read.leftOut().stream().map(each -> document.shown() + each).toList());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private PeopleReader.Read read(PeopleTree tree) {
    try {
      return PeopleReader.of(tree);
    } catch (PeopleTree.Malformed e) {
      throw failure(String.valueOf(e.getMessage()), e);
    }
  }

  private record Result<T>(T value) {}

  /** Durable when it returns; written only where something changed. */
  <T> T change(Function<PeopleTree, T> change) {
    AtomicReference<@Nullable Result<T>> result = new AtomicReference<>();
    try {
      document.change(before -> {
        PeopleTree tree = tree(before);
        read(tree);
        result.set(new Result<>(change.apply(tree)));
        return tree.changed() ? mapper.writeValueAsBytes(tree.root()) : null;
      });
    } catch (IOException e) {
      throw new PeopleFileException(
          document.shown()
              + " cannot be written: "
              + e
              + ". See that it can be reached, has room and is writable.",
          e);
    }
    Result<T> done = result.get();
    if (done == null) {
      throw new IllegalStateException("a change that returned was made");
    }
    return done.value();
  }

  private PeopleTree tree(byte @Nullable [] text) throws IOException {
    if (text == null) {
      return new PeopleTree(mapper.createObjectNode());
    }
    try {
      JsonNode tree = trees.read(text);
      if (tree instanceof ObjectNode object) {
        return new PeopleTree(object);
      }
      throw failure("does not hold a map; it should look like 'stopped: []'", null);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String line = at == null ? "" : " in line " + at.getLineNr();
      throw failure("is not valid YAML" + line + ": " + e.getOriginalMessage(), e);
    }
  }

  private PeopleFileException unreadable(IOException e) {
    return new PeopleFileException(
        document.shown()
            + " cannot be read: "
            + e
            + ". See that it can be reached and is readable.",
        e);
  }

  private PeopleFileException failure(String what, @Nullable Throwable cause) {
    return new PeopleFileException(
        document.shown() + " " + what + ". Mend it or move it away.", cause);
  }
}
