package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** {@code GET /openapi.yaml}: the description of the HTTP API, for everybody. */
public final class ApiDescriptionRoutes implements HttpService {

  private static final String RESOURCE = "/openapi.yaml";

  private final byte[] description = load();

  private static byte[] load() {
    try (InputStream in = ApiDescriptionRoutes.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from this build");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }

  @Override
  public void routing(HttpRules rules) {
    rules.get(
        RESOURCE,
        (_, response) ->
            response.header(HeaderNames.CONTENT_TYPE, "application/yaml").send(description));
  }
}
