package org.messgateway.adapter.slack;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

class SlackContractTest extends AdapterContractTest {

  @Override
  protected AdapterProvider provider() {
    return new SlackProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of(
        "base_url", baseUrl.toString(),
        "bot_token", "xoxb-111-222-CANARYslackToken9",
        "signing_secret", "canary0signing0secret0of0slack",
        "app_token", "xapp-1-CANARYappToken77");
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured("U04ABCDEF12");
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(
        200, "{\"ok\":true,\"channel\":\"D0123456789\",\"ts\":\"1763640000.000100\"}");
  }
}
