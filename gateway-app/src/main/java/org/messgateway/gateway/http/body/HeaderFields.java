package org.messgateway.gateway.http.body;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.fileupload2.core.ParameterParser;

/**
 * A header's value with its parameters: {@code form-data; name="photo1"; filename="a.jpg"}.
 *
 * @param value what stands before the first parameter, in lower case
 */
record HeaderFields(String value, Map<String, String> parameters) {

  /**
   * Reads what browsers and command-line clients write: backslash escapes, and {@code
   * filename*=UTF-8''…}.
   *
   * @throws BodyException when a parameter names an encoding and is not encoded so
   */
  static HeaderFields of(String header) {
    int end = header.indexOf(';');
    String value = end < 0 ? header : header.substring(0, end);
    return new HeaderFields(value.strip().toLowerCase(Locale.ROOT), parameters(header));
  }

  private static Map<String, String> parameters(String header) {
    ParameterParser parser = new ParameterParser();
    parser.setLowerCaseNames(true);
    try {
      return parser.parse(header, ';');
    } catch (RuntimeException e) {
      // The library answers broken percent escapes with whatever exception its arrays throw.
      throw MultipartMessage.malformed("a header's parameter is not encoded as it says", e);
    }
  }

  /** A parameter; empty text for one whose quotation mark is never closed. */
  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name))
        .map(text -> text.startsWith("\"") ? "" : text.replaceAll("\\\\(.)", "$1"));
  }
}
