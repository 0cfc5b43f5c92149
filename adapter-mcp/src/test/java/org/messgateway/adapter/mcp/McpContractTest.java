package org.messgateway.adapter.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.Address;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.testkit.AdapterContractTest;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.RecordedRequest;

class McpContractTest extends AdapterContractTest {

  private static final String TOKEN = "c4n4ryTokenOfTheAddress";
  private static final String HEADER = "c4n4ryInAHeaderOfTheAddress";
  private static final String IN_THE_URL = "c4n4ryInTheUrlOfTheAddress";

  @Override
  protected AdapterProvider provider() {
    return new McpProvider();
  }

  @Override
  protected Map<String, Object> settings(URI baseUrl) {
    return Map.of();
  }

  @Override
  protected Address address(URI baseUrl) {
    Settings beside =
        Settings.of(
            Map.of(
                "token", Secret.of(TOKEN),
                "headers", Map.of("X-Household", HEADER),
                "tool", "do_task"));
    return new Address(baseUrl + "/mcp?key=" + IN_THE_URL, beside, Address.Origin.CONFIGURATION);
  }

  @Override
  protected CannedResponse success() {
    return CannedResponse.json(
        200,
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"Done.\"}]}}");
  }

  /** A call is what is sent; what opens the session reaches nobody. */
  @Override
  protected boolean prepares(RecordedRequest request) {
    return !request.text().contains("\"tools/call\"");
  }

  @Override
  protected CannedResponse answer(RecordedRequest request, CannedResponse planned) {
    JsonNode message = JsonRpc.read(request.body()).orElse(JsonRpc.object());
    return switch (message.path("method").asText()) {
      case "initialize" -> result(message, FakeMcp.INITIALIZED).with("Mcp-Session-Id", "s-1");
      case "tools/list" -> result(message, FakeMcp.tools("do_task", "task", "intent", "reply"));
      case "tools/call" -> numbered(message, planned);
      default -> CannedResponse.empty(202);
    };
  }

  private static CannedResponse result(JsonNode request, String result) {
    return CannedResponse.json(
        200, "{\"jsonrpc\":\"2.0\",\"id\":" + request.path("id") + ",\"result\":" + result + "}");
  }

  /** The planned answer with the number of its request, where it is one of JSON-RPC. */
  private static CannedResponse numbered(JsonNode request, CannedResponse planned) {
    return JsonRpc.read(planned.body())
        .filter(answer -> answer.has("jsonrpc"))
        .map(answer -> {
          ObjectNode copy = answer.deepCopy();
          copy.set("id", request.path("id"));
          return new CannedResponse(planned.status(), planned.headers(), JsonRpc.bytes(copy));
        })
        .orElse(planned);
  }

  /** The tool is called when the task is the executor's. */
  @Override
  protected NotificationContent contentToSend() {
    return new NotificationContent.ClaimedByReader();
  }

  @Override
  protected boolean tells(NotificationContent content) {
    return content instanceof NotificationContent.ClaimedByReader
        || content instanceof NotificationContent.AgentReply;
  }

  @Override
  protected Map<String, String> furtherSecrets(URI baseUrl) {
    return Map.of("token", TOKEN, "header", HEADER, "key in the URL", IN_THE_URL);
  }
}
