package org.messgateway.adapter.slack;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

/** The same contract for addresses that are incoming webhooks: whoever has such a URL can post. */
class SlackHookContractTest extends AdapterContractTest {

  private static final String PATH = "/services/T000/B000/CANARYhookPathSecret1";

  @Override
  protected AdapterProvider provider() {
    return new SlackProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of("base_url", baseUrl.toString(), "bot_token", "xoxb-111-222-CANARYslackToken9");
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured(baseUrl + PATH);
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.text(200, "ok");
  }

  @Override
  protected Map<String, String> furtherSecrets(URI baseUrl) {
    return Map.of("path of the webhook", PATH);
  }

  /** An incoming webhook names no message. */
  @Override
  protected boolean changeable() {
    return false;
  }
}
