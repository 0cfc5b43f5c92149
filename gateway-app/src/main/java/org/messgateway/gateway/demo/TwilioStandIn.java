package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Plays Twilio's Messages resource and Sam's phone: takes texts and says that they were delivered,
 * lists what Sam wrote, and gives out what he sent along.
 */
final class TwilioStandIn implements Handset {

  static final String SCREEN = "sms";
  private static final int MOST_KEPT = 200;
  private static final String NOT_FOUND =
      "{\"code\":20404,\"message\":\"Not found\",\"status\":404}";

  private final Consumer<Arrival> arrivals;
  private final Screens screens;
  private final ObjectMapper json = new ObjectMapper();
  private final LinkedHashMap<String, ObjectNode> kept = new LinkedHashMap<>();
  private final Map<String, String> photos = new LinkedHashMap<>();
  private final Set<String> fetched = new HashSet<>();
  private int last;

  TwilioStandIn(Consumer<Arrival> arrivals, Screens screens) {
    this.arrivals = arrivals;
    this.screens = screens;
  }

  void routes(HttpRouting.Builder routing) {
    String messages = "/2010-04-01/Accounts/" + DemoHome.TWILIO_ACCOUNT + "/Messages";
    routing
        .post(messages + ".json", known(this::create))
        .get(messages + ".json", known(this::list))
        .get(messages + "/{sid}/Media.json", known(this::media))
        .get(messages + "/{sid}/Media/{name}", known(this::file))
        .get(messages + "/{sid}", known(this::fetch));
  }

  private static Handler known(Handler handler) {
    String pair = DemoHome.TWILIO_ACCOUNT + ":" + DemoHome.TWILIO_TOKEN;
    String basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    return (request, response) -> {
      if (StandIn.header(request, "Authorization").equals(basic)) {
        handler.handle(request, response);
      } else {
        StandIn.json(response, 401, "{\"code\":20003,\"message\":\"Authenticate\",\"status\":401}");
      }
    };
  }

  private void create(ServerRequest request, ServerResponse response) {
    Form form = Form.parse(StandIn.text(request));
    String text = form.field("Body");
    ObjectNode message = message("outbound-api", form.field("To"), text, "delivered", 0);
    String sid = message.path("sid").asText();
    arrivals.accept(
        new Arrival(SCREEN, form.field("To"), sid, false, true, text.lines().toList(), List.of()));
    screens.show(SCREEN, sid, json.createObjectNode().put("text", text));
    StandIn.json(response, 201, message.deepCopy().put("status", "queued").toString());
  }

  @Override
  public synchronized void touch(Touch touch) {
    if (!touch.deed().equals("send")) {
      throw new IllegalArgumentException("nobody can " + touch.deed() + " here");
    }
    Optional<Photo> photo = Photo.named(touch.photo());
    ObjectNode message =
        message(
            "inbound", DemoHome.TWILIO_NUMBER, touch.text(), "received", photo.isPresent() ? 1 : 0);
    String sid = message.path("sid").asText();
    photo.ifPresent(one -> photos.put(sid, one.name()));
    mine(message, false);
  }

  /** As Sam's phone shows what he wrote. */
  private void mine(ObjectNode message, boolean fetched) {
    String sid = message.path("sid").asText();
    screens.show(
        SCREEN,
        sid,
        json.createObjectNode()
            .put("mine", true)
            .put("text", message.path("body").asText())
            .put("photo", photos.getOrDefault(sid, ""))
            .put("fetched", fetched));
  }

  private synchronized ObjectNode message(
      String direction, String to, String text, String status, int files) {
    boolean inbound = direction.equals("inbound");
    String sid = (inbound ? "MM" : "SM") + "%032x".formatted(++last);
    String now = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    ObjectNode message =
        json.createObjectNode()
            .put("sid", sid)
            .put("account_sid", DemoHome.TWILIO_ACCOUNT)
            .put("direction", direction)
            .put("from", inbound ? DemoHome.SAM : DemoHome.TWILIO_NUMBER)
            .put("to", to)
            .put("body", text)
            .put("status", status)
            .put("num_media", String.valueOf(files))
            .put("date_created", now)
            .put("date_sent", now)
            .putNull("error_code");
    kept.put(sid, message);
    if (kept.size() > MOST_KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
    return message;
  }

  private synchronized void list(ServerRequest request, ServerResponse response) {
    String to = request.query().first("To").orElse("");
    ObjectNode page = json.createObjectNode();
    ArrayNode messages = page.putArray("messages");
    for (ObjectNode message : kept.sequencedValues().reversed()) {
      if (message.path("to").asText().equals(to)) {
        messages.add(message);
        if (message.path("direction").asText().equals("inbound")
            && fetched.add(message.path("sid").asText())) {
          mine(message, true);
        }
      }
    }
    page.putNull("next_page_uri").put("page", 0).put("page_size", messages.size());
    StandIn.json(response, 200, page.toString());
  }

  private synchronized void fetch(ServerRequest request, ServerResponse response) {
    String sid = request.path().pathParameters().get("sid").replace(".json", "");
    ObjectNode message = kept.get(sid);
    StandIn.json(
        response, message == null ? 404 : 200, message == null ? NOT_FOUND : message.toString());
  }

  private synchronized void media(ServerRequest request, ServerResponse response) {
    String photo = photos.get(request.path().pathParameters().get("sid"));
    ObjectNode page = json.createObjectNode();
    ArrayNode list = page.putArray("media_list");
    if (photo != null) {
      list.addObject().put("sid", "ME" + photo).put("content_type", "image/jpeg");
    }
    page.putNull("next_page_uri").put("page", 0).put("page_size", list.size());
    StandIn.json(response, 200, page.toString());
  }

  private void file(ServerRequest request, ServerResponse response) {
    String name = request.path().pathParameters().get("name").substring("ME".length());
    Photo.named(name)
        .ifPresentOrElse(
            photo -> StandIn.jpeg(response, photo), () -> StandIn.json(response, 404, NOT_FOUND));
  }
}
