package org.messgateway.adapter.sms;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

class SmsContractTest extends AdapterContractTest {

  @Override
  protected AdapterProvider provider() {
    return new SmsProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of(
        "base_url", baseUrl.toString(),
        "account_sid", "AC00000000000000000000000000000001",
        "auth_token", "canary0twilio0auth0token0fedcba",
        "from", "+14155550100");
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured("+14155550123");
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(
        201,
        """
        {"sid":"SM00000000000000000000000000000007","status":"queued","body":"…",\
        "date_created":"Fri, 20 Nov 2026 12:00:00 +0000","error_code":null}\
        """);
  }
}
