package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.messgateway.api.TaskDocument;

/**
 * A document with fixed texts, independent of the size limit.
 *
 * @param yamlText YAML of several documents
 * @param jsonText the same as JSON
 */
public record FixedDocument(String yamlText, String jsonText) implements TaskDocument {

  @Override
  public byte[] yaml(int maxBytes) {
    return yamlText.getBytes(UTF_8);
  }

  @Override
  public byte[] json(int maxBytes) {
    return jsonText.getBytes(UTF_8);
  }
}
