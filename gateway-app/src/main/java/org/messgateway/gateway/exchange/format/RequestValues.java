package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one message as plain values, whatever keys they have.
 *
 * @param version of the protocol that the message names; null for none
 * @param requests their values in document order; null for an empty entry
 */
public record RequestValues(@Nullable Object version, List<@Nullable Object> requests) {

  /**
   * Reads a message once more.
   *
   * @throws ThreadFormatException when the document cannot be read
   */
  public static RequestValues of(Document message) throws ThreadFormatException {
    Object root = YamlReader.meaning(message).value();
    List<@Nullable Object> requests = new ArrayList<>();
    List<Object> versions = new ArrayList<>();
    collect(root instanceof Map<?, ?> map ? map.get("MESS") : root, requests, versions);
    return new RequestValues(versions.isEmpty() ? null : versions.getFirst(), requests);
  }

  private static void collect(
      @Nullable Object value, List<@Nullable Object> requests, List<Object> versions) {
    switch (value) {
      case List<?> list -> list.forEach(each -> collect(each, requests, versions));
      case Map<?, ?> map ->
          map.forEach((type, inner) -> {
            switch (String.valueOf(type)) {
              case "request" -> requests.add(inner);
              case "MESS" -> collect(inner, requests, versions);
              case "v" -> {
                if (inner != null) {
                  versions.add(inner);
                }
              }
              default -> {}
            }
          });
      case null, default -> {}
    }
  }
}
