package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.messgateway.testkit.simulator.SlackSimulator;
import org.messgateway.testkit.simulator.SlackSimulator.SlackPost;
import org.messgateway.testkit.simulator.TelegramSimulator;
import org.messgateway.testkit.simulator.TelegramSimulator.TelegramPost;
import org.messgateway.testkit.simulator.TwilioSimulator;
import org.messgateway.testkit.simulator.TwilioSimulator.OutboundSms;
import org.messgateway.testkit.simulator.VendorCall;

/** Those who race for one task, each by its own way to claim it. */
final class Contest {

  static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";

  private static final Map<String, String> YAML = Map.of("Content-Type", "application/yaml");

  private final Vendors vendors;
  private final Robots robots;
  private final Door door;
  private final String ref;
  private final ObjectMapper json = new ObjectMapper();

  Contest(Vendors vendors, Robots robots, Door door, String ref) {
    this.vendors = vendors;
    this.robots = robots;
    this.door = door;
    this.ref = ref;
  }

  /** By a button in Slack, over Socket Mode. */
  Contender slackSocket(String name, String user) {
    SlackSimulator slack = vendors.slack();
    return slack(name, user, () -> slack.send(slack.press(user, asked(user), "claim")));
  }

  /** By a button in Slack, by a signed call. */
  Contender slackSigned(String name, String user) {
    return slack(
        name,
        user,
        () -> {
          String body = SlackSimulator.form(vendors.slack().press(user, asked(user), "claim"));
          HttpResponse<String> _ = expect(200, door.slack("/callbacks/slack", body));
        });
  }

  private SlackPost asked(String user) {
    return vendors.slack().posts(user).getFirst();
  }

  private Contender slack(String name, String user, Contender.Claim claim) {
    SlackSimulator slack = vendors.slack();
    return new Contender(
        name,
        () -> slack.posts(user).stream().anyMatch(post -> post.hasButton("claim")),
        claim,
        () -> slack.posts(user).stream().anyMatch(post -> post.text().contains("You have it")),
        winner -> edited(user, winner) && whispered(user, winner));
  }

  /** The message that asked says so, and has no button left. */
  private boolean edited(String user, String winner) {
    String ts = asked(user).ts();
    SlackPost last =
        vendors.slack().posts(user).stream()
            .filter(post -> post.ts().equals(ts))
            .reduce((_, later) -> later)
            .orElseThrow();
    return last.edit()
        && last.blocks().toString().contains(winner + " has it")
        && !last.hasButton("claim");
  }

  /** Below the message, for who pressed. */
  private boolean whispered(String user, String winner) {
    String ts = asked(user).ts();
    return vendors.slack().posts(user).stream()
        .anyMatch(post -> post.thread().equals(ts) && post.text().startsWith(winner + " has it"));
  }

  /** By a button in Telegram, heard by polling. */
  Contender telegram(String name, String chat) {
    TelegramSimulator telegram = vendors.telegram();
    AtomicReference<String> query = new AtomicReference<>("");
    return new Contender(
        name,
        () -> telegram.posts(chat).stream().anyMatch(post -> !post.data("claim").isEmpty()),
        () -> query.set(telegram.press(chat, telegram.posts(chat).getFirst(), "claim")),
        () -> telegram.posts(chat).stream().anyMatch(post -> post.text().contains("You have it")),
        winner ->
            renewed(chat, winner)
                && telegram.pressAnswers(query.get()).stream()
                    .anyMatch(toast -> toast.text().startsWith(winner + " has it")));
  }

  private boolean renewed(String chat, String winner) {
    TelegramPost last = vendors.telegram().posts(chat).getLast();
    return last.edit() && last.text().contains(winner + " has it") && last.data("claim").isEmpty();
  }

  /** On the page behind the button, as the page does it. */
  Contender page(String name, String chat) {
    TelegramSimulator telegram = vendors.telegram();
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    return new Contender(
        name,
        () -> telegram.posts(chat).stream().anyMatch(post -> !post.link().isEmpty()),
        () -> {
          String link = telegram.posts(chat).getFirst().link();
          answer.set(door.say("/thread/" + ref, VendorCall.pairs(link).get("token"), CLAIM));
        },
        () -> answer.get().statusCode() == 200,
        winner -> second(answer.get(), winner) && renewed(chat, winner));
  }

  /** By a text that Twilio brings. */
  Contender texted(String name, String number) {
    TwilioSimulator twilio = vendors.twilio();
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    return new Contender(
        name,
        () -> !twilio.texts(number).isEmpty(),
        () -> answer.set(door.twilio("/callbacks/sms", twilio.call(number, "1"))),
        () -> answer.get().body().contains("You have it"),
        winner -> answer.get().body().contains("<Message>" + winner + " has it."));
  }

  /** By a text that is found by asking Twilio. */
  Contender found(String name, String number) {
    TwilioSimulator twilio = vendors.twilio();
    return new Contender(
        name,
        () -> !twilio.texts(number).isEmpty(),
        () -> twilio.write(number, "1"),
        () -> texts(number, text -> text.startsWith("You have it")),
        winner -> texts(number, text -> text.contains(winner + " has it.")));
  }

  private boolean texts(String number, Predicate<String> which) {
    return vendors.twilio().texts(number).stream().map(OutboundSms::body).anyMatch(which);
  }

  /** By the link of what lies in its inbox. */
  Contender inbox(String name, String token) {
    AtomicReference<String> respond = new AtomicReference<>("");
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    return new Contender(
        name,
        () -> {
          inboxOf(name, token).findValuesAsText("respond").forEach(respond::set);
          return !respond.get().isEmpty();
        },
        () -> answer.set(door.send("POST", respond.get(), YAML, CLAIM)),
        () -> answer.get().statusCode() == 200 && heard(name, token, "claimed"),
        winner -> second(answer.get(), winner) && heard(name, token, "taken"));
  }

  private boolean heard(String name, String token, String kind) {
    return inboxOf(name, token).findValuesAsText("kind").contains(kind);
  }

  private JsonNode inboxOf(String name, String token) {
    HttpResponse<String> page =
        expect(200, door.get("/inbox/" + name, Map.of("Authorization", "Bearer " + token)));
    try {
      return json.readTree(page.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError(page.body(), e);
    }
  }

  /** By its own token, where executors and agents speak. */
  Contender api(String name, String token) {
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    String said = "MESS:\n  - status: { re: \"%s\", code: claimed }\n".formatted(ref);
    return new Contender(
        name,
        () -> heard(name, token, "request"),
        () -> answer.set(door.say("/mess", token, said)),
        () -> answer.get().statusCode() == 200,
        winner -> second(answer.get(), winner));
  }

  /** By POST to where its webhook said. */
  Contender posted(String name) {
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    return new Contender(
        name,
        () -> called(name, "request"),
        () ->
            answer.set(
                door.send("POST", robots.of(name, "request").respond().toString(), YAML, CLAIM)),
        () -> answer.get().statusCode() == 200,
        winner -> second(answer.get(), winner) && called(name, "taken"));
  }

  /** In the answer to its webhook, which waits for the others: the verdict is the next one. */
  Contender bid(String name, BooleanSupplier waits) {
    return new Contender(
        name, waits, () -> {}, () -> called(name, "claimed"), winner -> called(name, "taken"));
  }

  private boolean called(String name, String kind) {
    return robots.calls(kind).stream().anyMatch(call -> call.robot().equals(name));
  }

  private static boolean second(HttpResponse<String> answer, String winner) {
    return answer.statusCode() == 409
        && answer.body().lines().anyMatch(line -> line.matches(".*\\b" + winner + "\\b.*"));
  }

  private static HttpResponse<String> expect(int status, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    return answer;
  }
}
