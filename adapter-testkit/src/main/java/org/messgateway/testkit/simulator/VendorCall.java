package org.messgateway.testkit.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.messgateway.testkit.RecordedRequest;

/**
 * One call that a simulator received.
 *
 * @param operation the vendor's method, or one of the names that the simulator documents
 */
public record VendorCall(String operation, RecordedRequest request) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The body as a form. */
  public Map<String, String> form() {
    return pairs(request.text());
  }

  /** One field of the form; empty when it is absent. */
  public String field(String name) {
    return form().getOrDefault(name, "");
  }

  /** The body as JSON; an empty object when there is none. */
  public JsonNode json() {
    return read(request.text());
  }

  /** One parameter of the query; empty when it is absent. */
  public String parameter(String name) {
    int query = request.target().indexOf('?');
    return query < 0 ? "" : pairs(request.target().substring(query + 1)).getOrDefault(name, "");
  }

  static JsonNode read(String json) {
    try {
      return JSON.readTree(json.isEmpty() ? "{}" : json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + json, e);
    }
  }

  /** Names and values of a form or a query, decoded; of a repeated name the last. */
  public static Map<String, String> pairs(String form) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : form.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        pairs.put(
            URLDecoder.decode(pair.substring(0, equals), UTF_8),
            URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    return pairs;
  }
}
