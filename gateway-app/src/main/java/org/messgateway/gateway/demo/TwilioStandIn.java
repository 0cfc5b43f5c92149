package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Plays Twilio's Messages resource: creates, and says of every message that it was delivered. */
final class TwilioStandIn {

  private final String account;
  private final String token;
  private final Consumer<Arrival> arrivals;
  private final AtomicInteger messages = new AtomicInteger();

  TwilioStandIn(String account, String token, Consumer<Arrival> arrivals) {
    this.account = account;
    this.token = token;
    this.arrivals = arrivals;
  }

  void routes(HttpRouting.Builder routing) {
    String base = "/2010-04-01/Accounts/" + account;
    routing
        .post(base + "/Messages.json", this::create)
        .get(base + "/Messages.json", this::list)
        .get(base + "/Messages/{sid}", this::fetch);
  }

  private void create(ServerRequest request, ServerResponse response) {
    String basic = Base64.getEncoder().encodeToString((account + ":" + token).getBytes(UTF_8));
    if (!StandIn.header(request, "Authorization").equals("Basic " + basic)) {
      StandIn.json(response, 401, "{\"code\":20003,\"message\":\"Authenticate\",\"status\":401}");
      return;
    }
    Form form = Form.parse(request.content().as(String.class));
    String sid = "SM%032x".formatted(messages.incrementAndGet());
    arrivals.accept(
        new Arrival(
            "sms",
            form.field("To"),
            form.field("Body"),
            true,
            form.field("Body").lines().toList()));
    StandIn.json(response, 201, message(sid, "queued"));
  }

  private void list(ServerRequest request, ServerResponse response) {
    StandIn.json(response, 200, "{\"messages\":[],\"next_page_uri\":null}");
  }

  private void fetch(ServerRequest request, ServerResponse response) {
    String sid = request.path().pathParameters().get("sid").replace(".json", "");
    StandIn.json(response, 200, message(sid, "delivered"));
  }

  private String message(String sid, String status) {
    return "{\"sid\":\"%s\",\"account_sid\":\"%s\",\"status\":\"%s\",\"error_code\":null}"
        .formatted(sid, account, status);
  }
}
