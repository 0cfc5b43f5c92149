package org.messgateway.testkit.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.RecordedRequest;

/**
 * Twilio's Messages and Media resources for one account and many numbers. Messages of the account
 * are delivered at once. Operations are {@value #CREATE}, {@value #LIST}, {@value #FETCH}, {@value
 * #MEDIA_LIST}, {@value #ACCOUNT}, {@value #NUMBERS} and {@value #FILES}. Safe for all threads.
 */
public final class TwilioSimulator implements AutoCloseable {

  public static final String CREATE = "create";
  public static final String LIST = "list";
  public static final String FETCH = "fetch";
  public static final String MEDIA_LIST = "media";

  /** The account itself. */
  public static final String ACCOUNT = "account";

  /** The numbers of the account. */
  public static final String NUMBERS = "numbers";

  /** Downloads of files that people sent. */
  public static final String FILES = "file";

  private static final int MOST_KEPT = 10_000;
  private static final CannedResponse NOT_FOUND =
      CannedResponse.json(404, "{\"code\":20404,\"message\":\"Not found\",\"status\":404}");

  private final ObjectMapper json = new ObjectMapper();
  private final String account;
  private final String token;
  private final String number;
  private final String resource;
  private final VendorHttp http;
  private final List<OutboundSms> sent = new CopyOnWriteArrayList<>();
  private final LinkedHashMap<String, ObjectNode> messages = new LinkedHashMap<>();
  private final Map<String, Map<String, byte[]>> media = new ConcurrentHashMap<>();
  private volatile Consumer<OutboundSms> onSent = _ -> {};
  private volatile Consumer<String> onListed = _ -> {};
  private long last;

  /** A text message of the account. */
  public record OutboundSms(String sid, String to, String body) {}

  private TwilioSimulator(String account, String token, String number) {
    this.account = account;
    this.token = token;
    this.number = number;
    this.resource = "/2010-04-01/Accounts/" + account + "/Messages";
    this.http = VendorHttp.start(new MessagesApi());
  }

  /**
   * Starts Twilio for one account that owns one number. Calls with other credentials are refused
   * with 401.
   */
  public static TwilioSimulator start(String account, String token, String number) {
    return new TwilioSimulator(account, token, number);
  }

  public URI baseUrl() {
    return http.baseUrl();
  }

  public FaultScript faults() {
    return http.faults();
  }

  public List<VendorCall> calls() {
    return http.calls();
  }

  /** Whether the gateway has asked for messages that came in. */
  public boolean connected() {
    return calls().stream().anyMatch(call -> call.operation().equals(LIST));
  }

  /** Called with each message of the account, on the thread of the call. */
  public void onSent(Consumer<OutboundSms> consumer) {
    onSent = consumer;
  }

  /** Called with the sid of each inbound message whenever it is listed. */
  public void onListed(Consumer<String> consumer) {
    onListed = consumer;
  }

  public List<OutboundSms> texts(String to) {
    return sent.stream().filter(text -> text.to().equals(to)).toList();
  }

  public List<OutboundSms> texts() {
    return List.copyOf(sent);
  }

  /** Somebody writes while nobody can be called: the message is found by listing. */
  public String write(String from, String body) {
    return message("SM", "inbound", from, number, body, "received", 0);
  }

  /** The same with a photo. */
  public synchronized String write(String from, String body, byte[] jpeg) {
    String sid = message("MM", "inbound", from, number, body, "received", 1);
    attach(sid, jpeg);
    return sid;
  }

  private synchronized String nextSid(String kind) {
    return kind + "%032x".formatted(++last);
  }

  private String attach(String sid, byte[] jpeg) {
    String file = nextSid("ME");
    media.put(sid, Map.of(file, jpeg.clone()));
    return file;
  }

  private synchronized String message(
      String kind,
      String direction,
      String from,
      String to,
      String body,
      String status,
      int files) {
    String sid = nextSid(kind);
    String now = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    messages.put(
        sid,
        json.createObjectNode()
            .put("sid", sid)
            .put("account_sid", account)
            .put("direction", direction)
            .put("from", from)
            .put("to", to)
            .put("body", body)
            .put("status", status)
            .put("num_media", String.valueOf(files))
            .put("date_created", now)
            .put("date_sent", now)
            .putNull("error_code"));
    if (messages.size() > MOST_KEPT) {
      media.remove(messages.pollFirstEntry().getKey());
    }
    return sid;
  }

  /** What Twilio posts when somebody writes. */
  public Map<String, String> call(String from, String body) {
    String sid = nextSid("SM");
    Map<String, String> form = new LinkedHashMap<>();
    form.put("ToCountry", "US");
    form.put("SmsMessageSid", sid);
    form.put("NumMedia", "0");
    form.put("SmsSid", sid);
    form.put("SmsStatus", "received");
    form.put("Body", body);
    form.put("To", number);
    form.put("NumSegments", "1");
    form.put("MessageSid", sid);
    form.put("AccountSid", account);
    form.put("From", from);
    form.put("ApiVersion", "2010-04-01");
    return form;
  }

  /** The same with a photo. */
  public Map<String, String> call(String from, String body, byte[] jpeg) {
    Map<String, String> form = call(from, body);
    String sid = form.getOrDefault("MessageSid", "");
    String file = attach(sid, jpeg);
    form.put("NumMedia", "1");
    form.put("MediaContentType0", "image/jpeg");
    form.put("MediaUrl0", "https://api.twilio.com" + resource + "/" + sid + "/Media/" + file);
    return form;
  }

  @Override
  public void close() {
    http.close();
  }

  private final class MessagesApi implements VendorHttp.Vendor {

    @Override
    public String operation(RecordedRequest request) {
      String path = request.path();
      if (path.endsWith("/Accounts/" + account + ".json")) {
        return ACCOUNT;
      }
      if (path.endsWith("/IncomingPhoneNumbers.json")) {
        return NUMBERS;
      }
      if (path.endsWith("/Messages.json")) {
        return request.method().equals("POST") ? CREATE : LIST;
      }
      if (path.endsWith("/Media.json")) {
        return MEDIA_LIST;
      }
      return path.contains("/Media/") ? FILES : FETCH;
    }

    @Override
    public CannedResponse answer(VendorCall call) {
      String path = call.request().path();
      if (!authorized(call.request())) {
        return CannedResponse.json(
            401, "{\"code\":20003,\"message\":\"Authenticate\",\"status\":401}");
      }
      if (call.operation().equals(ACCOUNT)) {
        return CannedResponse.json(200, "{\"status\":\"active\",\"type\":\"Full\"}");
      }
      if (call.operation().equals(NUMBERS)) {
        return CannedResponse.json(200, numbers(call.parameter("PhoneNumber")).toString());
      }
      if (!path.startsWith(resource)) {
        return NOT_FOUND;
      }
      String[] parts = path.substring(resource.length()).replace(".json", "").split("/", -1);
      return switch (call.operation()) {
        case CREATE -> created(call);
        case LIST -> listed(call.parameter("To"));
        case MEDIA_LIST -> mediaOf(parts[1]);
        case FILES ->
            Optional.ofNullable(media.getOrDefault(parts[1], Map.of()).get(parts[3]))
                .map(file -> new CannedResponse(200, Map.of("Content-Type", "image/jpeg"), file))
                .orElse(NOT_FOUND);
        default -> fetched(parts[1]);
      };
    }

    private boolean authorized(RecordedRequest request) {
      String pair = account + ":" + token;
      String basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
      return request.header("authorization").equals(Optional.of(basic));
    }

    private ObjectNode numbers(String asked) {
      ObjectNode page = json.createObjectNode().put("page", 0);
      ArrayNode list = page.putArray("incoming_phone_numbers");
      if (asked.equals(number)) {
        list.addObject().put("phone_number", number).putObject("capabilities").put("sms", true);
      }
      return page;
    }

    private CannedResponse created(VendorCall call) {
      String to = call.field("To");
      String body = call.field("Body");
      String sid = message("SM", "outbound-api", number, to, body, "delivered", 0);
      OutboundSms sms = new OutboundSms(sid, to, body);
      sent.add(sms);
      if (sent.size() > MOST_KEPT) {
        sent.removeFirst();
      }
      onSent.accept(sms);
      return CannedResponse.json(201, find(sid).orElseThrow().put("status", "queued").toString());
    }

    private Optional<ObjectNode> find(String sid) {
      synchronized (TwilioSimulator.this) {
        return Optional.ofNullable(messages.get(sid)).map(ObjectNode::deepCopy);
      }
    }

    private CannedResponse fetched(String sid) {
      return find(sid)
          .map(message -> CannedResponse.json(200, message.toString()))
          .orElse(NOT_FOUND);
    }

    /** Newest first. */
    private CannedResponse listed(String to) {
      List<ObjectNode> found;
      synchronized (TwilioSimulator.this) {
        found =
            messages.sequencedValues().reversed().stream()
                .filter(message -> message.path("to").asText().equals(to))
                .toList();
      }
      ObjectNode page = json.createObjectNode();
      ArrayNode list = page.putArray("messages").addAll(found);
      found.stream()
          .filter(message -> message.path("direction").asText().equals("inbound"))
          .forEach(message -> onListed.accept(message.path("sid").asText()));
      page.putNull("next_page_uri").put("page", 0).put("page_size", list.size());
      return CannedResponse.json(200, page.toString());
    }

    private CannedResponse mediaOf(String sid) {
      ObjectNode page = json.createObjectNode();
      ArrayNode list = page.putArray("media_list");
      media
          .getOrDefault(sid, Map.of())
          .keySet()
          .forEach(file -> list.addObject().put("sid", file).put("content_type", "image/jpeg"));
      page.putNull("next_page_uri").put("page", 0).put("page_size", list.size());
      return CannedResponse.json(200, page.toString());
    }
  }
}
