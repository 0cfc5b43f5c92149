package org.messgateway.gateway.mcp.transport;

import io.modelcontextprotocol.util.McpUriTemplateManager;
import java.util.List;
import java.util.Map;

/**
 * Every URI goes to where resources are read, which alone knows what there is: a template is for
 * clients to read.
 *
 * @param template or the URI of a resource that is always there
 */
record AnyUri(String template) implements McpUriTemplateManager {

  @Override
  public List<String> getVariableNames() {
    return List.of();
  }

  @Override
  public Map<String, String> extractVariableValues(String uri) {
    return Map.of();
  }

  @Override
  public boolean matches(String uri) {
    return isUriTemplate(template) || template.equals(uri);
  }

  @Override
  public boolean isUriTemplate(String text) {
    return text.contains("{");
  }
}
