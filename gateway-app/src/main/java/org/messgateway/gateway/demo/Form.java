package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a form as vendors' clients post them. */
record Form(Map<String, String> fields) {

  Form {
    fields = Map.copyOf(fields);
  }

  static Form parse(String body) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(
            URLDecoder.decode(pair.substring(0, equals), UTF_8),
            URLDecoder.decode(pair.substring(equals + 1), UTF_8));
      }
    }
    return new Form(fields);
  }

  String field(String name) {
    return fields.getOrDefault(name, "");
  }
}
