package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

/**
 * Fifty who were told over all the ways there are claim one task in the same instant: by buttons
 * over Socket Mode, by Slack's signed calls and by Telegram's polling, by text, on the page, over
 * HTTP by token, and in the answer to a webhook.
 */
class EveryChannelIT {

  private static final String REF = "2026-11-21-050";
  private static final Duration SOON = Duration.ofSeconds(40);

  private final List<Contender> contenders = new ArrayList<>();
  private final StringBuilder executors = new StringBuilder("executors:\n");
  private final Set<String> bidding = ConcurrentHashMap.newKeySet();
  private final CountDownLatch go = new CountDownLatch(1);

  @TempDir private Path folder;
  private House house;
  private Vendors vendors;
  private Robots robots;

  @Test
  void oneHasItAndFortyNineAreToldWhereTheyAsked() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    try (Vendors all = new Vendors();
        Robots machines = Robots.start()) {
      vendors = all;
      robots = machines;
      robots.answer(this::answer);
      configure();
      try (HouseGateway gateway = HouseGateway.start(house);
          Door door = new Door(gateway.port())) {
        race(door);
      }
    }
  }

  private void race(Door door) throws Exception {
    gather(new Contest(vendors, robots, door, REF));
    assertEquals(50, contenders.size());
    vendors.awaitConnected();
    house.put(Request.of(REF));
    for (Contender each : contenders) {
      Eventually.within(SOON, each.name() + " is asked", each.asked());
    }
    allClaim();
    Eventually.within(SOON, () -> "one has it:\n" + text(), () -> !holder().equals("null"));
    String winner = holder();
    for (Contender each : contenders) {
      Eventually.within(
          SOON,
          each.name() + " hears that " + winner + " has it",
          () ->
              each.name().equals(winner) ? each.hasIt().getAsBoolean() : each.told().test(winner));
    }
    assertEquals(winner, holder(), "whoever was told that it has it still has it");
    assertEquals(1, count("code: claimed"), text());
    assertEquals(1, count("action: claimed"), text());
    assertTrue(text().contains("status: claimed"), text());
    nobodyWasTextedTwice(winner);
  }

  /** The answer to what they wrote, and besides that at most one text. */
  private void nobodyWasTextedTwice(String winner) {
    for (int i = 0; i < 6; i++) {
      if (!winner.equals("texted" + i)) {
        assertTrue(vendors.twilio().texts(number(i)).size() <= 2, "texted" + i);
      }
    }
  }

  private void configure() throws IOException {
    for (int i = 0; i < 10; i++) {
      executor("socket" + i, "slack: U04SOCKET" + i);
      executor("polled" + i, "telegram: \"50" + i + "\"");
    }
    for (int i = 0; i < 7; i++) {
      executor("signed" + i, "slack: U04SIGNED" + i);
    }
    for (int i = 0; i < 5; i++) {
      executor("page" + i, "telegram: \"60" + i + "\"");
    }
    for (int i = 0; i < 7; i++) {
      executor(i < 6 ? "texted" + i : "found", "sms: \"" + number(i) + "\"");
    }
    for (int i = 0; i < 5; i++) {
      executor(i < 3 ? "inbox" + i : "api" + i, "http: true");
    }
    for (int i = 0; i < 6; i++) {
      String name = i < 4 ? "bid" + i : "posted" + i;
      executor(name, "webhook: \"%s\"".formatted(robots.url(name)));
    }
    house.configure("client_url: " + Door.PUBLIC + "\n" + executors, vendors.dispatch());
  }

  private void executor(String name, String notify) {
    executors.append("  %s: { any_task: true, notify: { %s } }\n".formatted(name, notify));
  }

  private static String number(int i) {
    return "+1415555020" + i;
  }

  private void gather(Contest contest) throws IOException {
    for (int i = 0; i < 10; i++) {
      contenders.add(contest.slackSocket("socket" + i, "U04SOCKET" + i));
      contenders.add(contest.telegram("polled" + i, "50" + i));
    }
    for (int i = 0; i < 7; i++) {
      contenders.add(contest.slackSigned("signed" + i, "U04SIGNED" + i));
    }
    for (int i = 0; i < 5; i++) {
      contenders.add(contest.page("page" + i, "60" + i));
    }
    for (int i = 0; i < 6; i++) {
      contenders.add(contest.texted("texted" + i, number(i)));
    }
    contenders.add(contest.found("found", number(6)));
    for (int i = 0; i < 3; i++) {
      contenders.add(contest.inbox("inbox" + i, token("inbox" + i)));
    }
    for (int i = 3; i < 5; i++) {
      contenders.add(contest.api("api" + i, token("api" + i)));
    }
    for (int i = 0; i < 4; i++) {
      String name = "bid" + i;
      contenders.add(contest.bid(name, () -> bidding.contains(name)));
    }
    contenders.add(contest.posted("posted4"));
    contenders.add(contest.posted("posted5"));
  }

  private String token(String executor) throws IOException {
    return new TokenFile(house.home().resolve(".gateway").resolve("keys"))
        .make(TokenKind.EXECUTOR, executor, Instant.now(), null);
  }

  /** Bids are held back until the others claim. */
  private String answer(Robots.Call call) {
    if (!call.kind().equals("request") || !call.robot().startsWith("bid")) {
      return "";
    }
    bidding.add(call.robot());
    try {
      return go.await(12, TimeUnit.SECONDS) ? Contest.CLAIM : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private void allClaim() throws Exception {
    CyclicBarrier start = new CyclicBarrier(contenders.size(), go::countDown);
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> claims = new ArrayList<>();
      for (Contender each : contenders) {
        claims.add(
            pool.submit(() -> {
              int _ = start.await();
              each.claim().run();
              return null;
            }));
      }
      for (Future<?> claim : claims) {
        claim.get();
      }
    }
  }

  private String holder() {
    return text()
        .lines()
        .filter(line -> line.startsWith("executor: "))
        .map(line -> line.substring("executor: ".length()))
        .findFirst()
        .orElse("null");
  }

  private int count(String part) {
    return text().split(part, -1).length - 1;
  }

  private String text() {
    return house.threadText(REF);
  }
}
