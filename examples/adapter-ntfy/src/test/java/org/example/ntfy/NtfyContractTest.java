package org.example.ntfy;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

/** Everything that the gateway relies on. */
class NtfyContractTest extends AdapterContractTest {

  @Override
  protected AdapterProvider provider() {
    return new NtfyAdapterProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of("base_url", baseUrl.toString(), "token", "tk_c4n4ryOfTheNtfyAdapter");
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured("anas-tasks");
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(
        200,
        """
        {"id":"sPs71M8A2T","time":1795176000,"expires":1795219200,"event":"message",\
        "topic":"anas-tasks","message":"check what's in the fridge"}
        """);
  }
}
