package org.messgateway.gateway.faults;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Door;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.gateway.flow.HouseLinks;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkClaims.LinkChain;
import org.messgateway.gateway.links.Permission;

/**
 * Somebody uses links for more than they are for, over kills: rights never grow. Only what must be
 * refused is posted, so that the claims of every other fault hold as well.
 */
final class Rights {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String LEFT = "shop";
  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";
  private static final Map<String, String> JSON = Map.of("Accept", "application/json");

  private Rights() {}

  /** Chains of requests that begin with a link for reading, or one that ends soon. */
  static Row smallLinks(Plan plan, Scene scene) throws Exception {
    List<Arrival> told = told(plan, scene);
    HouseLinks links = new HouseLinks(scene.house());
    Random random = scene.random();
    for (int round = 0; round < 2; round++) {
      try (Door door = new Door(scene.running().port())) {
        for (Arrival each : told) {
          LinkClaims full = links.claims(token(each.respond()));
          chain(scene, door, links, small(full, random.nextBoolean()), random);
        }
      }
      again(scene);
    }
    return scene.finish(SOON);
  }

  private static void chain(
      Scene scene, Door door, HouseLinks links, LinkClaims first, Random random) {
    List<String> known = new ArrayList<>(List.of(links.signed(first)));
    for (int step = 0; step < 12; step++) {
      String token = known.get(random.nextInt(known.size()));
      HttpResponse<String> read = door.get(read(first.ref(), random, token), JSON);
      scene.claim(read.statusCode() == 200, "a link was refused: " + read.statusCode());
      scene.claim(links.beyond(first, read.body()).isEmpty(), "a link gave more than it had");
      known.addAll(HouseLinks.in(read.body()));
      if (first.permissions().isEmpty()) {
        int said = door.say("/thread/" + first.ref(), token, CLAIM).statusCode();
        scene.claim(said == 403, "a link for reading acted: " + said);
      }
    }
  }

  private static String read(String ref, Random random, String token) {
    return switch (random.nextInt(3)) {
      case 0 -> "/task?token=" + token;
      case 1 -> "/mess/" + ref + "?token=" + token;
      default -> "/thread/" + ref + "?token=" + token;
    };
  }

  /** The same for one hour of its chain, or for reading a minute. */
  private static LinkClaims small(LinkClaims full, boolean reads) {
    Instant now = Instant.now();
    Set<Permission> permissions =
        reads ? EnumSet.noneOf(Permission.class) : EnumSet.allOf(Permission.class);
    Instant first = now.minus(Duration.ofDays(30)).plus(Duration.ofHours(1));
    LinkChain chain = new LinkChain(first.truncatedTo(ChronoUnit.MILLIS), now, null);
    return new LinkClaims(
        full.exchange(),
        full.ref(),
        full.executor(),
        permissions,
        now.plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.SECONDS),
        chain,
        null,
        List.of());
  }

  /** An executor is taken out of the configuration, and put back. */
  static Row whoLeft(Plan plan, Scene scene) throws Exception {
    List<Arrival> told = told(plan, scene);
    String written = Files.readString(scene.house().home().resolve("config.yaml"));
    scene.house().replace("config.yaml", written.replaceAll("(?m)^  " + LEFT + ":.*\n", ""));
    refused(scene, told, 403);
    again(scene);
    refused(scene, told, 403);
    scene.house().replace("config.yaml", written);
    opens(scene, told);
    return scene.finish(SOON);
  }

  /** The links of one executor are revoked by the command. */
  static Row revoked(Plan plan, Scene scene) throws Exception {
    List<Arrival> told = told(plan, scene);
    String home = scene.house().home().toString();
    try (GatewayProcess command =
        GatewayProcess.launch(
            plan.distribution(), scene.house().home(), "revoke", "--links", LEFT, "--home", home)) {
      int status = command.awaitEnd();
      scene.claim(status == 0, "revoke ended with " + status + ": " + command.log());
    }
    refused(scene, told, 401);
    again(scene);
    refused(scene, told, 401);
    String written = last(scene);
    List<Arrival> later = told(plan, scene);
    later.removeIf(each -> each.ref().compareTo(written) <= 0);
    opens(scene, later);
    return scene.finish(SOON);
  }

  /** The last ref of those written so far, which count up. */
  private static String last(Scene scene) {
    return scene.sink().arrivals().stream().map(Arrival::ref).max(String::compareTo).orElseThrow();
  }

  private static void refused(Scene scene, List<Arrival> told, int status) {
    try (Door door = new Door(scene.running().port())) {
      Arrival first = told.getFirst();
      Eventually.within(
          SOON, "it counts", () -> door.get(first.respond(), JSON).statusCode() == status);
      for (Arrival each : told) {
        String token = token(each.respond());
        int got = door.get(each.respond(), JSON).statusCode();
        int sheet = door.get("/task?token=" + token, JSON).statusCode();
        int said = door.say("/thread/" + each.ref(), token, CLAIM).statusCode();
        scene.claim(
            got == status && sheet == status && said == status,
            "%s: GET %d, page %d, POST %d instead of %d"
                .formatted(each.ref(), got, sheet, said, status));
      }
    }
  }

  private static void opens(Scene scene, List<Arrival> told) {
    try (Door door = new Door(scene.running().port())) {
      for (Arrival each : told) {
        Eventually.within(
            SOON, each.ref() + " opens", () -> door.get(each.respond(), JSON).statusCode() == 200);
      }
    }
  }

  private static void again(Scene scene) throws Exception {
    scene.kill();
    scene.ready();
  }

  /** New threads; what the executor has been told. */
  private static List<Arrival> told(Plan plan, Scene scene) throws IOException {
    if (scene.sink().arrivals().isEmpty()) {
      scene.ready();
    }
    int before = told(scene).size();
    int share = plan.few(6, 30);
    scene.write(share);
    Eventually.within(SOON, "it is told", () -> told(scene).size() >= before + share / 2);
    return new ArrayList<>(told(scene));
  }

  private static List<Arrival> told(Scene scene) {
    return scene.sink().accepted().stream()
        .filter(arrival -> arrival.path().equals("/" + LEFT))
        .filter(arrival -> arrival.kind().equals("request"))
        .toList();
  }

  private static String token(String respond) {
    return HouseLinks.in(respond).iterator().next();
  }
}
