package org.messgateway.adapter.telegram;

import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;

class TelegramContractTest extends AdapterContractTest {

  @Override
  protected AdapterProvider provider() {
    return new TelegramProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of(
        "base_url", baseUrl.toString(), "bot_token", "123456789:CANARYtelegramBotToken-_77");
  }

  @Override
  protected Address address(URI baseUrl) {
    return Address.configured("42");
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(
        200,
        """
        {"ok":true,"result":{"message_id":7,"date":1763640000,"chat":{"id":42,"type":"private"},\
        "text":"…"}}\
        """);
  }
}
