package org.messgateway.testkit;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;

/** A good adapter passes. */
class ExampleContractTest extends AdapterContractTest {

  static final String TOKEN = "tk_c4n4ryOfTheTinyAdapter";

  @Override
  protected AdapterProvider provider() {
    return new ExampleProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of("base_url", baseUrl.toString(), "token", TOKEN);
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured("somebody");
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(200, "{\"ok\": true}");
  }

  @Override
  protected boolean statusLineSettles() {
    return true;
  }
}
