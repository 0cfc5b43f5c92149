package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkRevocations;
import org.messgateway.gateway.links.Permission;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.DeliveryState;

/** Rights never grow: what a link, a token or an executor may do ends, and nothing extends it. */
class RightsIT {

  private static final String REF = "2026-11-21-001";
  private static final String OTHER = "2026-11-21-002";
  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";
  private static final String DONE = "MESS:\n  - status: { code: completed }\n";
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Set<Permission> ALL = EnumSet.allOf(Permission.class);
  private static final Pattern FILE_LINK = Pattern.compile("/thread/[^\"\\s]+?\\?token=[\\w.-]+");

  private static final String FILES =
      """
      context:
        - image: {file: att-001-image-plan.jpg, mime: image/jpeg, size: 4}
        - file: {file: att-002-file-list.txt, mime: text/plain, size: 4}
        - image: "data:image/png;base64,iVBORw0KGgo="
      """;

  @TempDir private Path folder;
  private final ObjectMapper json = new ObjectMapper();
  private House house;
  private Sink sink;
  private HouseGateway gateway;
  private Door door;
  private HouseLinks links;

  @BeforeEach
  void aHouseWithTwoRobots() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    sink = Sink.open();
    configure("robot-a", "robot-b");
    start();
    put(Request.of(REF).with(FILES.split("\n")));
    gateway.await(REF, DeliveryState.DELIVERED);
  }

  private void configure(String... robots) throws Exception {
    Map<String, String> addresses = new LinkedHashMap<>();
    for (String robot : robots) {
      addresses.put(robot, sink.url(robot));
    }
    house.configure(addresses);
  }

  private void start() throws Exception {
    gateway = HouseGateway.start(house);
    door = new Door(gateway.port());
    links = new HouseLinks(house);
  }

  private void stop() {
    door.close();
    gateway.close();
  }

  @AfterEach
  void end() throws Exception {
    stop();
    sink.close();
  }

  /** Lets a thread appear with its files beside it. */
  private void put(Request request) throws Exception {
    Path building =
        Files.createDirectories(house.home().resolve("building").resolve(request.ref()));
    Files.writeString(building.resolve(House.head(request.ref())), request.text());
    Files.writeString(building.resolve("att-001-image-plan.jpg"), "plan");
    Files.writeString(building.resolve("att-002-file-list.txt"), "list");
    Files.createDirectories(house.received());
    Files.move(building, house.received().resolve(request.ref()), StandardCopyOption.ATOMIC_MOVE);
  }

  private Arrival told(String robot, String ref) {
    return sink.of(ref).stream()
        .filter(arrival -> arrival.path().equals("/" + robot))
        .findFirst()
        .orElseThrow();
  }

  private String sent(String robot) {
    return HouseLinks.in(told(robot, REF).respond()).iterator().next();
  }

  private String small(Set<Permission> permissions, Duration left) {
    LinkClaims full = links.claims(sent("robot-a"));
    Instant end = Instant.now().plus(left).truncatedTo(ChronoUnit.SECONDS);
    return links.signed(
        new LinkClaims(
            full.exchange(), REF, "robot-a", permissions, end, full.chain(), null, List.of()));
  }

  private List<String> reads(String token) {
    return List.of(
        "/task?token=" + token,
        "/thread/" + REF + "?token=" + token,
        "/respond?ref=" + REF + "&token=" + token,
        "/mess/" + REF + "?token=" + token);
  }

  private HttpResponse<String> say(String token, String message) {
    return door.say("/thread/" + REF, token, message);
  }

  @Test
  void whatIsHandedOutForAReadingLinkReadsAndEndsWithIt() throws Exception {
    String reading = small(Set.of(), Duration.ofMinutes(1));
    for (String path : reads(reading)) {
      HttpResponse<String> read = door.get(path, Map.of("Accept", "application/json"));
      assertEquals(200, read.statusCode(), read.body());
      assertEquals(List.of(), links.beyond(links.claims(reading), read.body()), path);
      for (String given : HouseLinks.in(read.body())) {
        assertEquals(403, say(given, CLAIM).statusCode());
      }
    }
    assertEquals(403, say(reading, CLAIM).statusCode());
    assertEquals(403, renew(reading).statusCode(), "a reading link asks for no full one");
    assertTrue(house.threadText(REF).contains("status: pending"));
  }

  @Test
  void whatIsHandedOutForASmallLinkPermitsNoMoreAndEndsWithIt() throws Exception {
    for (Permission one : Permission.values()) {
      String token = small(EnumSet.of(one), Duration.ofSeconds(90));
      for (String path : reads(token)) {
        HttpResponse<String> read = door.get(path, Map.of("Accept", "application/json"));
        assertEquals(200, read.statusCode(), read.body());
        assertEquals(List.of(), links.beyond(links.claims(token), read.body()), path);
      }
    }
    String claims = small(EnumSet.of(Permission.CLAIM), Duration.ofSeconds(90));
    HttpResponse<String> taken = say(claims, CLAIM);
    assertEquals(200, taken.statusCode(), taken.body());
    String given = HouseLinks.in(taken.body()).iterator().next();
    assertEquals(Set.of(Permission.CLAIM), links.claims(given).permissions());
    assertEquals(403, say(given, DONE).statusCode());
  }

  @Test
  void aReadingLinkDoesNotShowWhatItsExecutorMayNotSee() throws Exception {
    assertEquals(200, say(sent("robot-b"), CLAIM).statusCode());
    String secret = "MESS:\n  - response: { content: [only-for-the-requestor] }\n";
    assertEquals(200, say(sent("robot-b"), secret).statusCode());
    for (String path : reads(small(Set.of(), Duration.ofMinutes(1)))) {
      HttpResponse<String> read = door.get(path, Map.of("Accept", "application/json"));
      assertFalse(read.body().contains("only-for-the-requestor"), path);
    }
  }

  @Test
  void aLinkToAFileOpensThatFileAndNothingElse() throws Exception {
    List<String> inMessage = files(told("robot-a", REF).body());
    assertTrue(inMessage.size() >= 2, inMessage.toString());
    String page = door.get("/task?token=" + sent("robot-a"), Map.of()).body();
    String thread = door.get(told("robot-a", REF).respond(), Map.of()).body();
    List<String> all =
        List.of(inMessage, files(page), files(thread)).stream().flatMap(List::stream).toList();
    assertTrue(all.size() >= 7, all.toString());
    for (String link : all) {
      HttpResponse<String> file = door.get(link, Map.of());
      assertEquals(200, file.statusCode(), link);
      String token = HouseLinks.in(link).iterator().next();
      for (String path : reads(token)) {
        int status = door.get(path, Map.of("Accept", "application/json")).statusCode();
        assertEquals(403, status, path);
      }
      assertEquals(403, say(token, CLAIM).statusCode());
      assertEquals(403, renew(token).statusCode());
      assertEquals(403, door.say("/mess", token, "MESS: []").statusCode());
      String name = link.replaceFirst("\\?.*", "");
      for (String other : all) {
        String path = other.replaceFirst("\\?.*", "");
        if (!path.equals(name)) {
          assertEquals(403, door.get(path + "?token=" + token, Map.of()).statusCode(), path);
        }
      }
      String elsewhere = name.replace(REF, OTHER) + "?token=" + token;
      assertEquals(403, door.get(elsewhere, Map.of()).statusCode());
    }
    assertTrue(house.threadText(REF).contains("status: pending"));
  }

  private static List<String> files(String body) {
    return FILE_LINK
        .matcher(body.replace("\\u0026", "&"))
        .results()
        .map(MatchResult::group)
        .filter(link -> link.contains("/files/"))
        .distinct()
        .toList();
  }

  @Test
  void noChainOfGetsAndAnswersOutlivesThirtyDays() throws Exception {
    LinkClaims full = links.claims(sent("robot-a"));
    Instant first = Instant.now().minus(Duration.ofDays(30)).plus(Duration.ofHours(1));
    Instant last = first.plus(Duration.ofDays(30));
    LinkClaims old =
        new LinkClaims(
            full.exchange(),
            REF,
            "robot-a",
            ALL,
            Instant.now().plus(Duration.ofMinutes(30)).truncatedTo(ChronoUnit.SECONDS),
            new LinkClaims.LinkChain(
                first.truncatedTo(ChronoUnit.MILLIS), Instant.now().minusSeconds(72_000), null),
            null,
            List.of());
    String token = links.signed(old);
    for (int i = 0; i < 4; i++) {
      String read = door.get("/task?token=" + token, Map.of()).body();
      assertEquals(List.of(), links.beyond(links.claims(token), read), "a GET extends nothing");
      HttpResponse<String> said = say(token, i == 0 ? CLAIM : progress(i));
      assertEquals(200, said.statusCode(), said.body());
      token = HouseLinks.in(said.body()).iterator().next();
      assertFalse(links.claims(token).expires().isAfter(last));
    }
    assertTrue(links.claims(token).expires().isAfter(old.expires()), "an answer renews");
  }

  private static String progress(int step) {
    return "MESS:\n  - status: { code: in_progress, message: \"step " + step + "\" }\n";
  }

  @Test
  void aTaskThatIsOverShowsItsEndAndGivesNoLink() throws Exception {
    String token = sent("robot-a");
    assertEquals(200, say(token, CLAIM).statusCode());
    HttpResponse<String> done = say(token, DONE);
    assertEquals(200, done.statusCode(), done.body());
    assertEquals(Set.of(), HouseLinks.in(done.body()));
    JsonNode sheet = json.readTree(door.get("/task?token=" + token, Map.of()).body());
    assertEquals("over", sheet.path("state").asText());
    assertEquals("completed", sheet.path("status").asText());
    assertFalse(sheet.has("token"), sheet.toString());
    Eventually.within(SOON, "it is known to be over", () -> renew(token).statusCode() == 409);
    assertTrue(renew(token).body().contains("urn:mess:over"));
  }

  private HttpResponse<String> renew(String token) {
    return door.send("POST", "/task/renew?token=" + token, Map.of(), "");
  }

  @Test
  void whoIsNotConfiguredDoesNothingByLinkOrTokenUntilTheyAreAgain() throws Exception {
    String link = sent("robot-b");
    String stored =
        new TokenFile(house.home().resolve(".gateway/keys"))
            .make(TokenKind.EXECUTOR, "robot-b", Instant.now(), null);
    String file = files(told("robot-b", REF).body()).getFirst();
    configure("robot-a");
    Eventually.within(SOON, "the configuration counts", () -> status(link) == 403);
    for (String path : reads(link)) {
      refused(door.get(path, Map.of("Accept", "application/json")));
    }
    refused(say(link, CLAIM));
    refused(door.get(file, Map.of()));
    refused(renew(link));
    refused(door.say("/mess", link, "MESS: [{status: {re: \"" + REF + "\", code: claimed}}]"));
    Map<String, String> bearer = Map.of("Authorization", "Bearer " + stored);
    refused(door.get("/thread/" + REF, bearer));
    refused(door.get("/mess/" + REF, bearer));
    refused(door.get("/inbox/robot-b", bearer));
    refused(door.get("/inbox/robot-b", with(bearer, "Accept", "text/event-stream")));
    refused(say(stored, CLAIM));
    refused(door.say("/mess", stored, "MESS: [{status: {re: \"" + REF + "\", code: claimed}}]"));
    assertTrue(house.threadText(REF).contains("status: pending"));
    assertEquals(200, status(sent("robot-a")), "the other one is not concerned");
    configure("robot-a", "robot-b");
    Eventually.within(SOON, "the configuration counts", () -> status(link) == 200);
    assertEquals(200, say(stored, CLAIM).statusCode());
  }

  private static Map<String, String> with(Map<String, String> headers, String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return all;
  }

  private int status(String token) {
    return door.get("/thread/" + REF + "?token=" + token, Map.of()).statusCode();
  }

  private static void refused(HttpResponse<String> response) {
    assertEquals(403, response.statusCode(), response.uri().getPath() + " " + response.body());
    assertTrue(response.body().contains("not in its configuration"), response.body());
  }

  @Test
  void revokedLinksEndAtOnceAndForGoodAndLaterOnesOpen() throws Exception {
    String link = sent("robot-b");
    String file = files(told("robot-b", REF).body()).getFirst();
    assertEquals(200, status(link));
    new LinkRevocations(house.home().resolve(".gateway/keys")).revoke("robot-b", Instant.now());
    for (String path : reads(link)) {
      ended(door.get(path, Map.of("Accept", "application/json")));
    }
    ended(say(link, CLAIM));
    ended(door.get(file, Map.of()));
    ended(renew(link));
    assertEquals(200, status(sent("robot-a")), "the other one is not concerned");
    put(Request.of(OTHER));
    gateway.await(OTHER, DeliveryState.DELIVERED);
    assertEquals(200, door.get(told("robot-b", OTHER).respond(), Map.of()).statusCode());
    stop();
    house.deleteQueue();
    start();
    Eventually.within(SOON, "it reads its threads", () -> status(sent("robot-a")) == 200);
    assertEquals(401, status(link));
    assertEquals(200, door.get(told("robot-b", OTHER).respond(), Map.of()).statusCode());
  }

  private static void ended(HttpResponse<String> response) {
    assertEquals(401, response.statusCode(), response.uri().getPath() + " " + response.body());
    assertTrue(response.body().contains("urn:mess:ended"), response.body());
  }

  @Test
  void whatTheInboxHandsOutEndsWithTheTokenThatFetchedIt() throws Exception {
    stop();
    house.configure("executors:\n  robot-a: { notify: { http: true } }\n");
    start();
    TokenFile file = new TokenFile(house.home().resolve(".gateway/keys"));
    Instant end = Instant.now().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.SECONDS);
    String stored = file.make(TokenKind.EXECUTOR, "robot-a", Instant.now(), end);
    Map<String, String> bearer = Map.of("Authorization", "Bearer " + stored);
    put(Request.of(OTHER).with(FILES.split("\n")));
    gateway.await(OTHER, DeliveryState.DELIVERED);
    String[] page = {""};
    Eventually.within(
        SOON,
        "it is in the inbox",
        () -> {
          page[0] = door.get("/inbox/robot-a", bearer).body();
          return page[0].contains(OTHER) && page[0].contains("/files/");
        });
    Set<String> given = HouseLinks.in(page[0]);
    assertTrue(given.size() >= 2, page[0]);
    given.forEach(token -> assertFalse(links.claims(token).expires().isAfter(end)));
    String respond =
        given.stream()
            .filter(each -> links.claims(each).file() == null)
            .filter(each -> links.claims(each).ref().equals(OTHER))
            .findFirst()
            .orElseThrow();
    assertEquals(200, door.say("/thread/" + OTHER, respond, CLAIM).statusCode());
    assertTrue(file.revoke(file.read().getFirst().id()));
    assertEquals(401, door.say("/thread/" + OTHER, respond, DONE).statusCode());
    for (String link : files(page[0])) {
      assertEquals(401, door.get(link, Map.of()).statusCode());
    }
  }

  @Test
  void aLinkOfAnEarlierVersionOpensUntilItsEnd() throws Exception {
    LinkClaims full = links.claims(sent("robot-a"));
    LinkClaims old =
        new LinkClaims(
            full.exchange(),
            REF,
            "robot-a",
            ALL,
            Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS));
    String token = links.signed(old);
    for (String path : reads(token)) {
      HttpResponse<String> read = door.get(path, Map.of("Accept", "application/json"));
      assertEquals(200, read.statusCode(), read.body());
      assertEquals(List.of(), links.beyond(old, read.body()), path);
    }
    String file = "/thread/" + REF + "/files/att-001-image-plan.jpg?token=";
    assertEquals("plan", door.get(file + token, Map.of()).body());
    HttpResponse<String> taken = say(token, CLAIM);
    assertEquals(200, taken.statusCode(), taken.body());
    assertEquals(List.of(), links.beyond(old, taken.body()));
  }
}
