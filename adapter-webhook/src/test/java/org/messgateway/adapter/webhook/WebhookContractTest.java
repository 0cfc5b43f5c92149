package org.messgateway.adapter.webhook;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

class WebhookContractTest extends AdapterContractTest {

  private static final String MASTER = "c4n4ry-master-of-the-webhooks";
  private static final String OLDER = "whsec_Y2FuYXJ5b2xkZXJzZWNyZXRvZjMyYnl0ZXNsb25nISE=";
  private static final String SIGNING_KEY = "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
  private static final String HEADER = "Bearer c4n4ryInAHeaderOfTheAddress";
  private static final String IN_THE_URL = "c4n4ryInTheUrlOfTheAddress";

  @Override
  protected AdapterProvider provider() {
    return new WebhookProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of("secret", List.of(MASTER, OLDER), "signing_key", SIGNING_KEY);
  }

  @Override
  protected Address address(URI baseUrl) {
    Settings beside = Settings.of(Map.of("headers", Map.of("Authorization", HEADER)));
    String url = baseUrl + "/robot/mess?token=" + IN_THE_URL;
    return new Address(url, beside, Address.Origin.CONFIGURATION);
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.of(200, "application/yaml", "MESS:\n  - status: {code: claimed}\n");
  }

  /** Standard Webhooks 1.0: a status from 200 to 299 is success, whatever the body. */
  @Override
  protected boolean statusLineSettles() {
    return true;
  }

  @Override
  protected Map<String, String> furtherSecrets(URI baseUrl) {
    String derived = WebhookSecrets.forExecutor(Secret.of(MASTER), "teague-phone").reveal();
    return Map.of("derived key", derived, "header", HEADER, "token in the URL", IN_THE_URL);
  }
}
