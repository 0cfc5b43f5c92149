package org.messgateway.gateway.listen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import org.messgateway.api.TaskDocument;

/**
 * A task out of the inbox. The gateway has bounded it already, with links in place of large data,
 * so that it is written as it is.
 *
 * @param task envelope and messages
 */
record ItemDocument(JsonNode task) implements TaskDocument {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML =
      new ObjectMapper(
          new YAMLFactory()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES));

  @Override
  public byte[] yaml(int maxBytes) {
    ByteArrayOutputStream documents = new ByteArrayOutputStream();
    documents.writeBytes(written(YAML, task.path("envelope")));
    for (JsonNode message : task.path("messages")) {
      documents.writeBytes(new byte[] {'-', '-', '-', '\n'});
      documents.writeBytes(written(YAML, message));
    }
    return documents.toByteArray();
  }

  @Override
  public byte[] json(int maxBytes) {
    return written(JSON, task);
  }

  private static byte[] written(ObjectMapper mapper, JsonNode value) {
    try {
      return mapper.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("what was just read can be written", e);
    }
  }
}
