package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;
import org.messgateway.testkit.simulator.VendorSignatures;

/**
 * What vendors post to {@code /callbacks/…}, in their documented forms and signed by {@link
 * VendorSignatures}: right, wrong, stale, and once more.
 */
class CallbackScriptsIT {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String USER = "U04TEAGUE";
  private static final String CHAT = "501";
  private static final String PHONE = "+14155550201";
  private static final String SECRET = "telegram-secret-of-this-house";
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1, 2, 3};

  @TempDir private static Path folder;
  private static House house;
  private static Vendors vendors;
  private static HouseGateway gateway;
  private static Door door;

  @BeforeAll
  static void aHousehold() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    vendors = new Vendors();
    house.configure(
        """
        client_url: %s
        executors:
          teague: { capabilities: [slack], notify: { slack: %s } }
          ana: { capabilities: [telegram], notify: { telegram: "%s" } }
          sam: { capabilities: [sms], notify: { sms: "%s" } }
        """
            .formatted(Door.PUBLIC, USER, CHAT, PHONE),
        vendors
            .dispatch()
            .replace("telegram: {", "telegram: { webhook: true, secret_token: " + SECRET + ","));
    gateway = HouseGateway.start(house);
    door = new Door(gateway.port());
    soon("Telegram knows where to call", () -> !vendors.telegram().calls("setWebhook").isEmpty());
    soon("Slack is connected", () -> vendors.slack().connected());
    soon("Twilio is asked", () -> vendors.twilio().connected());
  }

  @AfterAll
  static void stop() throws Exception {
    door.close();
    gateway.close();
    vendors.close();
  }

  @Test
  void theSignerSignsAsTheVendorsGuidesShow() {
    // Slack, "Verifying requests from Slack": the guide's own example.
    String body =
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
            + "&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
            + "&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com"
            + "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
            + "&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    assertEquals(
        "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
        VendorSignatures.slack("8f742231b10e8888abcd99yyyzzz85a5", "1531420618", body));
    // Twilio, "Validating requests": the guide's own example.
    assertEquals(
        "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
        VendorSignatures.twilio(
            "12345",
            "https://mycompany.com/myapp.php?foo=1&bar=2",
            Map.of(
                "CallSid", "CA1234567890ABCDE",
                "Caller", "+14158675309",
                "Digits", "1234",
                "From", "+14158675309",
                "To", "+18005551212")));
  }

  @Test
  void slackIsBelievedByItsSignatureOnceAndNow() throws Exception {
    ask("slack-1", "slack");
    SlackPost post = slackAsked();
    String body = SlackSimulator.form(vendors.slack().press(USER, post, "claim"));
    long now = Instant.now().getEpochSecond();
    soon("history is written", () -> has("slack-1", "action: dispatched"));
    String before = house.threadText("slack-1");

    refused(door.slack("/callbacks/slack", body, "another secret", now));
    refused(door.slack("/callbacks/slack", body, Vendors.SLACK_SIGNING_SECRET, now - 6 * 60));
    refused(door.slack("/callbacks/slack", body, Vendors.SLACK_SIGNING_SECRET, now + 6 * 60));
    String right = VendorSignatures.slack(Vendors.SLACK_SIGNING_SECRET, Long.toString(now), body);
    refused(signed(body + "&x=1", now, right));
    refused(signed(body, now - 1, right));
    refused(signed(body, now, right.replace("v0=", "v1=")));
    refused(signed(body, now, right.substring(0, right.length() - 1)));
    refused(signed(body, now, ""));
    refused(
        door.send(
            "POST",
            "/callbacks/slack",
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            body));
    refused(door.get("/callbacks/slack", Map.of()));
    assertEquals(before, house.threadText("slack-1"), "wrong ones change nothing");

    assertEquals(200, signed(body, now, right).statusCode());
    soon("the press counts", () -> has("slack-1", "executor: teague"));
    refused(signed(body, now, right));

    ObjectNode reply = vendors.slack().wrote(USER, post.channel(), post.ts(), "two onions");
    assertEquals(200, door.slack("/callbacks/slack", reply.toString()).statusCode());
    soon("the event counts", () -> has("slack-1", "two onions"));
    // Slack repeats an event that it thinks was lost, signed anew.
    assertEquals(
        200,
        door.slack("/callbacks/slack", reply.toString(), Vendors.SLACK_SIGNING_SECRET, now + 9)
            .statusCode());
    HttpResponse<String> challenge =
        door.slack(
            "/callbacks/slack",
            "{\"token\":\"x\",\"challenge\":\"3eZbrw1aBm2rZgRNFdxV2595\",\"type\":\"url_verification\"}");
    assertEquals("3eZbrw1aBm2rZgRNFdxV2595", challenge.body());
    assertEquals(1, count("slack-1", "two onions"));
    assertEquals(1, count("slack-1", "code: claimed"));
  }

  @Test
  void telegramIsBelievedByItsSecret() throws Exception {
    ask("telegram-1", "telegram");
    soon("it is asked", () -> !vendors.telegram().posts(CHAT).isEmpty());
    TelegramPost post = vendors.telegram().posts(CHAT).getFirst();
    DeliveryRow row = gateway.deliveries("telegram-1").getFirst();
    assertEquals(
        SECRET, vendors.telegram().calls("setWebhook").getFirst().path("secret_token").asText());
    assertEquals(
        Door.PUBLIC + "/callbacks/telegram",
        vendors.telegram().calls("setWebhook").getFirst().path("url").asText());
    String update = vendors.telegram().pressed(CHAT, post, "claim:" + row.id(), "q1").toString();
    soon("history is written", () -> has("telegram-1", "action: dispatched"));
    String before = house.threadText("telegram-1");

    refused(telegram(update, "another-secret-of-that-house"));
    refused(telegram(update, ""));
    refused(telegram(update, SECRET + "x"));
    refused(
        door.send(
            "POST", "/callbacks/telegram", Map.of("Content-Type", "application/json"), update));
    refused(door.get("/callbacks/telegram", Map.of()));
    assertEquals(before, house.threadText("telegram-1"), "wrong ones change nothing");

    assertEquals(200, telegram(update, SECRET).statusCode());
    soon("the press counts", () -> has("telegram-1", "executor: ana"));
    assertEquals(200, telegram(update, SECRET).statusCode(), "told again, it has it already");
    soon("it is answered", () -> !vendors.telegram().pressAnswers("q1").isEmpty());
    assertEquals(200, telegram("no JSON at all", SECRET).statusCode());
    assertEquals(200, telegram("[]", SECRET).statusCode());
    assertEquals(1, count("telegram-1", "code: claimed"));
    assertEquals(1, vendors.telegram().pressAnswers("q1").size(), "and answers once");
  }

  @Test
  void twilioIsBelievedByItsSignatureOverTheUrlAndAllFields() throws Exception {
    ask("sms-1", "sms");
    soon("it is asked", () -> !vendors.twilio().texts(PHONE).isEmpty());
    String path = "/callbacks/sms?house=miller&tag=a%20b";
    Map<String, String> form = vendors.twilio().call(PHONE, "1");
    String right = VendorSignatures.twilio(Vendors.TWILIO_TOKEN, Door.PUBLIC + path, form);
    soon("history is written", () -> has("sms-1", "action: dispatched"));
    String before = house.threadText("sms-1");

    refused(
        door.twilio(
            path, form, VendorSignatures.twilio("another token", Door.PUBLIC + path, form)));
    refused(door.twilio("/callbacks/sms", form, right));
    refused(door.twilio("/callbacks/sms?house=miller", form, right));
    refused(door.twilio(path, altered(form, "Body", "2"), right));
    refused(door.twilio(path, altered(form, "From", "+14155550299"), right));
    refused(door.twilio(path, altered(form, "Extra", ""), right));
    refused(door.twilio(path, form, ""));
    refused(
        door.send(
            "POST",
            path,
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            VendorSignatures.encoded(form)));
    refused(door.get(path, Map.of()));
    assertEquals(before, house.threadText("sms-1"), "wrong ones change nothing");

    HttpResponse<String> taken = door.twilio(path, form, right);
    assertEquals(200, taken.statusCode());
    assertTrue(taken.body().contains("You have it"), taken.body());
    assertTrue(has("sms-1", "executor: sam"));
    assertEquals(taken.body(), door.twilio(path, form, right).body(), "asked again, the same");
    assertEquals(1, count("sms-1", "code: claimed"));

    Map<String, String> photo = vendors.twilio().call(PHONE, "two onions", JPEG);
    assertEquals(200, door.twilio(path, photo).statusCode());
    // One reading: a thread that has ended moves, and is nowhere for a moment.
    String image = "image: data:image/jpeg;base64," + base64(JPEG);
    soon(
        "the photo is the answer",
        () -> {
          String text = house.threadText("sms-1");
          return text.contains("status: completed")
              && text.contains("two onions")
              && text.contains(image);
        });
  }

  @Test
  void whoeverIsNotCalledIsNotThere() {
    assertEquals(404, door.slack("/callbacks/nobody", "payload={}").statusCode());
    assertEquals(404, door.slack("/callbacks/webhook", "payload={}").statusCode());
  }

  private static void ask(String ref, String capability) throws Exception {
    house.put(Request.of(ref).with("requires: [" + capability + "]"));
  }

  private static SlackPost slackAsked() {
    soon("it is asked", () -> !vendors.slack().posts(USER).isEmpty());
    return vendors.slack().posts(USER).getFirst();
  }

  private static HttpResponse<String> signed(String body, long timestamp, String signature) {
    return door.send(
        "POST",
        "/callbacks/slack",
        Map.of(
            "Content-Type",
            "application/x-www-form-urlencoded",
            "X-Slack-Request-Timestamp",
            Long.toString(timestamp),
            "X-Slack-Signature",
            signature),
        body);
  }

  private static HttpResponse<String> telegram(String update, String secret) {
    return door.send(
        "POST",
        "/callbacks/telegram",
        Map.of("Content-Type", "application/json", "X-Telegram-Bot-Api-Secret-Token", secret),
        update);
  }

  private static Map<String, String> altered(Map<String, String> form, String name, String value) {
    Map<String, String> altered = new LinkedHashMap<>(form);
    altered.put(name, value);
    return altered;
  }

  /** And says nothing to whoever tries. */
  private static void refused(HttpResponse<String> answer) {
    assertTrue(List.of(401, 403).contains(answer.statusCode()), answer.toString());
    assertFalse(answer.body().contains("v0="), answer.body());
  }

  private static boolean has(String ref, String part) {
    return house.threadText(ref).contains(part);
  }

  private static int count(String ref, String part) {
    return house.threadText(ref).split(part, -1).length - 1;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
