package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.simulator.VendorCall;

/** Previews and virus scanners fetch every link before any person does: nothing may come of it. */
class LinkPreviewIT {

  private static final String REF = "2026-11-21-001";
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Pattern LINK = Pattern.compile("https?://[^\\s\"'<>\\\\]+");
  private static final Pattern INNER = Pattern.compile("(?:href|src|action)=\"(/[^\"]+)\"");

  private static final List<String> PREVIEWS =
      List.of(
          "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
          "Slack-ImgProxy (+https://api.slack.com/robots)",
          "TelegramBot (like TwitterBot)",
          "WhatsApp/2.23.20.0",
          "facebookexternalhit/1.1;line-poker/1.0",
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
              + " facebookexternalhit/1.1 Facebot Twitterbot/1.0",
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) SkypeUriPreview Preview/0.5",
          "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0) BingPreview/1.0b");

  private static final List<String> ACCEPTS =
      List.of("*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "application/json", "image/*");

  @TempDir private Path folder;

  @Test
  void allLinksOfAllMessagesMayBeFetchedAndThenTheClaimStillWorks() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Vendors vendors = new Vendors();
        Robots robots = Robots.start()) {
      house.configure(
          """
          client_url: %s
          agents: { claude-agent: { name: Claude } }
          executors:
            teague: { notify: { slack: U04TEAGUE } }
            ana: { notify: { telegram: "501" } }
            sam: { notify: { sms: "+14155550201" } }
            robot: { any_task: true, notify: { webhook: "%s" } }
          """
              .formatted(Door.PUBLIC, robots.url("robot")),
          vendors.dispatch());
      try (HouseGateway gateway = HouseGateway.start(house);
          Door door = new Door(gateway.port())) {
        vendors.awaitConnected();
        house.put(Request.of(REF));
        soon("all four are noted", () -> house.noted().size() == 4);
        String before = house.threadText(REF);
        Set<String> links = links(vendors, robots);
        assertTrue(links.size() >= 4, links.toString());
        assertTrue(links.stream().anyMatch(link -> link.contains("/r/")), links.toString());
        assertTrue(links.stream().anyMatch(link -> link.contains("/respond")), links.toString());

        fetchAll(door, links);

        assertEquals(before, house.threadText(REF), "nothing is claimed, nothing is changed");
        assertEquals(4, gateway.deliveries(REF).size(), "nobody is told of anything");
        assertFalse(Files.exists(house.home().resolve("people.yaml")), "nobody is remembered");
        String page = vendors.telegram().posts("501").getFirst().link();
        String token = VendorCall.pairs(page).get("token");
        String task = door.get("/task?token=" + token, Map.of()).body();
        assertTrue(task.contains("\"from\":\"Claude\""), "people know it by its name: " + task);
        HttpResponse<String> claimed = door.say("/thread/" + REF, token, Contest.CLAIM);
        assertEquals(200, claimed.statusCode(), claimed.body());
        assertTrue(house.threadText(REF).contains("executor: ana"));
      }
    }
  }

  /** What a preview could find: in texts, below buttons, in what a robot was sent. */
  private static Set<String> links(Vendors vendors, Robots robots) {
    List<String> texts = new ArrayList<>();
    vendors.slack().posts().forEach(post -> texts.add(post.text() + " " + post.blocks()));
    vendors.telegram().posts().forEach(post -> texts.add(post.text() + " " + post.markup()));
    vendors.twilio().texts().forEach(text -> texts.add(text.body()));
    robots.calls("request").forEach(call -> texts.add(call.respond() + " " + call.body()));
    Set<String> links = new LinkedHashSet<>();
    texts.forEach(text -> LINK.matcher(text).results().map(MatchResult::group).forEach(links::add));
    links.removeIf(link -> !link.startsWith(Door.PUBLIC));
    return links;
  }

  private static void fetchAll(Door door, Set<String> links) {
    Set<String> inner = new LinkedHashSet<>();
    for (String link : links) {
      for (int i = 0; i < PREVIEWS.size(); i++) {
        Map<String, String> headers =
            Map.of(
                "User-Agent",
                PREVIEWS.get(i),
                "Accept",
                ACCEPTS.get(i % ACCEPTS.size()),
                "Sec-Purpose",
                "prefetch;prerender");
        HttpResponse<String> got = door.get(link, headers);
        assertTrue(got.statusCode() < 500, got.toString());
        INNER.matcher(got.body()).results().map(found -> found.group(1)).forEach(inner::add);
        assertTrue(door.send("HEAD", link, headers, "").statusCode() < 500, link);
      }
      assertTrue(door.send("OPTIONS", link, Map.of(), "").statusCode() < 500, link);
    }
    inner.forEach(link -> assertTrue(door.get(link, Map.of()).statusCode() < 500, link));
  }

  private static void soon(String what, BooleanSupplier holds) {
    Eventually.within(SOON, what, holds);
  }
}
