package org.messgateway.gateway.flow;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.messgateway.gateway.flow.Vendors.Ask;
import org.messgateway.gateway.flow.Vendors.Reply;

/** Twilio's Messages resource for many numbers. */
final class TwilioTown {

  static final String ACCOUNT = "AC0123456789abcdef0123456789abcdef";
  static final String TOKEN = "proof-proof-proof-proof-proof-pr";
  static final String NUMBER = "+14155550100";
  static final String SETTINGS =
      "account_sid: %s, auth_token: %s, from: \"%s\"".formatted(ACCOUNT, TOKEN, NUMBER);

  private static final String MESSAGES = "/2010-04-01/Accounts/" + ACCOUNT + "/Messages";

  private final ObjectMapper json = new ObjectMapper();
  private final List<Text> texts = new CopyOnWriteArrayList<>();
  private final Map<String, ObjectNode> kept = new ConcurrentHashMap<>();
  private final Map<String, byte[]> media = new ConcurrentHashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private volatile boolean asked;

  /** A message of ours. */
  record Text(String to, String body) {}

  List<Text> texts(String to) {
    return texts.stream().filter(text -> text.to().equals(to)).toList();
  }

  List<Text> texts() {
    return texts;
  }

  Reply reply(Ask ask) {
    String path = ask.path();
    if (path.equals(MESSAGES + ".json")) {
      return ask.method().equals("POST") ? created(ask.form()) : listed(ask.query());
    }
    byte[] file = media.get(path);
    if (file != null) {
      return new Reply(200, "image/jpeg", file);
    }
    ObjectNode message = kept.get(path.substring(path.lastIndexOf('/') + 1).replace(".json", ""));
    return message == null
        ? Reply.json(404, "{\"code\":20404,\"message\":\"Not found\",\"status\":404}")
        : Reply.json(200, message);
  }

  private Reply created(Map<String, String> form) {
    String to = form.getOrDefault("To", "");
    String body = form.getOrDefault("Body", "");
    ObjectNode message = message("SM", "outbound-api", NUMBER, to, body, "delivered");
    texts.add(new Text(to, body));
    return Reply.json(201, message.deepCopy().put("status", "queued"));
  }

  private ObjectNode message(
      String kind, String direction, String from, String to, String body, String status) {
    String sid = kind + "%032x".formatted(number.incrementAndGet());
    String now = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    ObjectNode message =
        json.createObjectNode()
            .put("sid", sid)
            .put("account_sid", ACCOUNT)
            .put("direction", direction)
            .put("from", from)
            .put("to", to)
            .put("body", body)
            .put("status", status)
            .put("num_media", "0")
            .put("date_created", now)
            .put("date_sent", now)
            .putNull("error_code");
    kept.put(sid, message);
    return message;
  }

  /** Whether we were asked for what came in. */
  boolean connected() {
    return asked;
  }

  private Reply listed(Map<String, String> query) {
    asked = true;
    ObjectNode page = json.createObjectNode();
    ArrayNode messages = page.putArray("messages");
    new TreeMap<>(kept)
        .descendingMap().values().stream()
            .filter(message -> message.path("to").asText().equals(query.get("To")))
            .forEach(messages::add);
    page.putNull("next_page_uri").put("page", 0).put("page_size", messages.size());
    return Reply.json(200, page);
  }

  /** Somebody writes to us while nobody can be called: it is found by asking. */
  void write(String from, String body) {
    message("SM", "inbound", from, NUMBER, body, "received");
  }

  /** What Twilio posts when somebody writes. */
  Map<String, String> call(String from, String body) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("ToCountry", "US");
    form.put("SmsMessageSid", "SM%032x".formatted(number.incrementAndGet()));
    form.put("NumMedia", "0");
    form.put("SmsSid", form.get("SmsMessageSid"));
    form.put("SmsStatus", "received");
    form.put("Body", body);
    form.put("To", NUMBER);
    form.put("NumSegments", "1");
    form.put("MessageSid", form.get("SmsMessageSid"));
    form.put("AccountSid", ACCOUNT);
    form.put("From", from);
    form.put("ApiVersion", "2010-04-01");
    return form;
  }

  /** The same with a photo. */
  Map<String, String> call(String from, String body, byte[] jpeg) {
    Map<String, String> form = call(from, body);
    String path =
        MESSAGES + "/" + form.get("MessageSid") + "/Media/ME%032x".formatted(number.get());
    media.put(path, jpeg);
    form.put("NumMedia", "1");
    form.put("MediaContentType0", "image/jpeg");
    form.put("MediaUrl0", "https://api.twilio.com" + path);
    return form;
  }
}
