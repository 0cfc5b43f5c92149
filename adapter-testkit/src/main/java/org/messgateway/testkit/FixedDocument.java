package org.messgateway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.messgateway.api.TaskDocument;

/**
 * A document that is what it is, whatever size is asked for.
 *
 * @param yamlText multi-document YAML
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
