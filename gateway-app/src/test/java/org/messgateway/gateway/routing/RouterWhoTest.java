package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.holds;
import static org.messgateway.gateway.routing.Scene.named;
import static org.messgateway.gateway.routing.Scene.then;
import static org.messgateway.gateway.routing.Scene.who;
import static org.messgateway.gateway.routing.Scene.whyNot;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.routing.Rule.Choice.Everyone;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.testkit.Conforms;

class RouterWhoTest {

  private static final Match ANY = new Match(null, null, null);

  @Test
  @Conforms({148, 152, 160})
  void withoutRulesAllWhoAreAbleAreTold() {
    Route route =
        Scene.of(onSlack("ana").can("a", "b"), onSlack("bob").can("a"), onSlack("cy").can("b", "a"))
            .route(thread().requires("a", "b"));
    assertEquals(List.of("ana@slack", "cy@slack"), who(route));
    assertEquals(new Exclusion.MissingCapabilities(List.of("b")), whyNot(route, "bob"));
    assertEquals("no rule", route.explanation().rule());
  }

  @Test
  @Conforms(101)
  void whereNothingIsRequiredEverybodyIsAble() {
    Route route = Scene.of(onSlack("ana"), onSlack("bob").can("a")).route(thread());
    assertEquals(List.of("ana@slack", "bob@slack"), who(route));
  }

  @Test
  @Conforms({99, 100, 149})
  void capabilitiesMatchByExactIdOnly() {
    Route route =
        Scene.of(onSlack("ana").can("vacuum"), onSlack("bob").can("Vacuum-Floor"))
            .route(thread().requires("vacuum-floor"));
    assertEquals(List.of(), who(route));
    assertEquals(List.of(Hold.Kind.NOBODY), holds(route));
  }

  @Test
  @Conforms(150)
  void theFirstRuleThatMatchesDecides() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(new Match("x", null, null), named("ana"))
            .rule(named("bob"))
            .rule(named("ana"))
            .route(thread());
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals("config.yaml:31", route.explanation().rule());
    assertEquals(new Exclusion.NotInRule(), whyNot(route, "ana"));
  }

  @ParameterizedTest(name = "{0}, {1}, {2} matches: {3}")
  @CsvSource({
    ",       ,        ,       true",
    "photo,  ,        ,       true",
    "access, ,        ,       true",
    "phot,   ,        ,       false",
    ",       now,     ,       true",
    ",       soon,    ,       false",
    ",       ,        exact,  true",
    ",       ,        loose,  false",
    "photo,  now,     exact,  true",
    "photo,  now,     loose,  false",
  })
  @Conforms({36, 42, 153, 155})
  void aRuleMatchesByAnyRequiredCapabilityUrgencyAndPrecision(
      String capability, String urgency, String precision, boolean matches) {
    Route route =
        Scene.of(onSlack("ana").can("photo", "access"), onSlack("bob").can("photo", "access"))
            .rule(new Match(capability, urgency, precision), named("ana"))
            .fallback(named("bob"))
            .route(thread().requires("photo", "access").urgency("now").precision("exact"));
    assertEquals(List.of(matches ? "ana@slack" : "bob@slack"), who(route));
  }

  @Test
  @Conforms(155)
  void aRuleForAnUrgencyDoesNotMatchARequestThatNamesNone() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(new Match(null, "now", null), named("ana"))
            .fallback(named("bob"))
            .route(thread());
    assertEquals(List.of("bob@slack"), who(route));
  }

  @Test
  @Conforms({151, 157, 160})
  void allWhoArePreferredAndAbleAreToldAtOnce() {
    Route route =
        Scene.of(
                onSlack("ana").can("a"),
                onSlack("bob"),
                onSlack("cy").can("a"),
                onSlack("di").can("a"))
            .rule(named("cy", "bob", "ana"))
            .route(thread().requires("a"));
    assertEquals(List.of("cy@slack", "ana@slack"), who(route));
    assertEquals(new Exclusion.MissingCapabilities(List.of("a")), whyNot(route, "bob"));
    assertEquals(new Exclusion.NotInRule(), whyNot(route, "di"));
  }

  @Test
  @Conforms(151)
  void anIdThatNobodyConfiguredIsReported() {
    Route route = Scene.of(onSlack("ana")).rule(named("rumba", "ana")).route(thread());
    assertEquals(List.of("ana@slack"), who(route));
    assertEquals(
        List.of("config.yaml:30 names rumba, whom nobody configured"), route.explanation().notes());
  }

  @Test
  @Conforms(154)
  void whereNoRuleMatchesTheDefaultDecides() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(new Match("x", null, null), named("ana"))
            .fallback(named("bob"))
            .route(thread());
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals("default", route.explanation().rule());
  }

  @Test
  void whereNoneWhomTheRuleNamesIsAbleTheDefaultDecides() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob").can("a"), onSlack("cy").can("a"))
            .rule(named("ana", "rumba"))
            .fallback(named("bob"))
            .route(thread().requires("a"));
    assertEquals(List.of("bob@slack"), who(route));
    assertTrue(
        route.explanation().notes().contains("config.yaml:30 applies, but none it names is able"));
  }

  @Test
  void whereNotEvenTheDefaultNamesSomebodyAbleAllWhoAreAbleAreTold() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob").can("a"), onSlack("cy").can("a").onDemand())
            .rule(named("ana"))
            .fallback(named("ana"))
            .route(thread().requires("a"));
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(new Exclusion.OnDemandOnly(), whyNot(route, "cy"));
  }

  @Test
  void whereNoneOfPreferIsAbleTheNextStepTakesTheirPlaceAtOnce() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob").can("a"), onSlack("cy").can("a"))
            .rule(named("ana"), then(named("bob"), "PT10M"), then(named("cy"), "PT20M"))
            .route(thread().requires("a"));
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(Optional.of(ThreadBuilder.CREATED.plusSeconds(1200)), route.nextLook());
  }

  @Test
  void policyWordsMeanAllWhoAreAble() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob").onDemand(), onSlack("cy"))
            .rule(new Everyone())
            .route(thread());
    assertEquals(List.of("ana@slack", "cy@slack"), who(route));
  }

  @Test
  void whoIsOnDemandIsToldWhenARuleNamesIt() {
    Scene scene = Scene.of(onSlack("ana").onDemand(), onSlack("bob"));
    assertEquals(List.of("bob@slack"), who(scene.route(thread())));
    assertEquals(new Exclusion.OnDemandOnly(), whyNot(scene.route(thread()), "ana"));
    assertEquals(List.of("ana@slack"), who(scene.rule(named("ana")).route(thread())));
  }

  @Test
  @Conforms(292)
  void theRequestorIsNotToldOfItsOwnRequest() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana", "bob"))
            .route(thread().requestor("ana"));
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(new Exclusion.IsRequestor(), whyNot(route, "ana"));
  }

  @ParameterizedTest(name = "{0} for one who wants at least {1}: told {2}")
  @CsvSource({
    "BACKGROUND, NORMAL, false",
    "NORMAL, NORMAL, true",
    "ELEVATED, NORMAL, true",
    ", ELEVATED, false",
    ", NORMAL, true",
    "URGENT, URGENT, true",
  })
  @Conforms(291)
  void nobodyIsToldOfWhatIsBelowItsMinimumPriority(
      Priority priority, Priority minimum, boolean told) {
    Route route = Scene.of(onSlack("ana").minPriority(minimum)).route(thread().priority(priority));
    assertEquals(told ? List.of("ana@slack") : List.of(), who(route));
  }

  @Test
  void aCapabilityFilterLetsThroughWhatNeedsOneOfThem() {
    Scene scene = Scene.of(onSlack("ana").can("a", "b", "c").filter("b", "x"));
    assertEquals(List.of("ana@slack"), who(scene.route(thread().requires("a", "b"))));
    assertEquals(List.of(), who(scene.route(thread().requires("a", "c"))));
    assertEquals(
        new Exclusion.OutsideFilter(List.of("b", "x")), whyNot(scene.route(thread()), "ana"));
  }

  @Test
  void anAddressOnAChannelThatIsNotConfiguredIsReportedAndNotUsed() {
    Route route =
        Scene.of(onSlack("ana").at("pager", "7"), executor("bob").at("pager", "8"), executor("cy"))
            .route(thread());
    assertEquals(List.of("ana@slack"), who(route));
    assertEquals(
        List.of("ana has an address on pager, a channel that is not configured"),
        route.explanation().notes());
    assertEquals(new Exclusion.NoChannel(List.of("pager")), whyNot(route, "bob"));
    assertEquals(new Exclusion.NoChannel(List.of()), whyNot(route, "cy"));
  }

  @Test
  void whomTheExchangeChoseIsToldAloneWhateverItCanDo() {
    Route route =
        Scene.of(onSlack("ana").onDemand().minPriority(Priority.URGENT), onSlack("bob").can("a"))
            .rule(named("bob"))
            .route(thread().requires("a").executor("ana"));
    assertEquals(List.of("ana@slack"), who(route));
    assertEquals("the exchange chose ana", route.explanation().rule());
    assertEquals(new Exclusion.OtherChosen("ana"), whyNot(route, "bob"));
  }

  @ParameterizedTest
  @CsvSource({
    "rumba, 'nobody can be told: the exchange chose rumba, whom nobody configured'",
    "mute,  'nobody can be told: the exchange chose mute, who has no address'",
    "agent, 'nobody can be told: the exchange chose agent, who asked itself'",
  })
  void whomTheExchangeChoseButNobodyCanReachHoldsTheThread(String chosen, String sentence) {
    Route route =
        Scene.of(onSlack("ana"), executor("mute"), onSlack("agent"))
            .route(thread().executor(chosen));
    assertEquals(List.of(), who(route));
    assertEquals(sentence, route.trouble().orElseThrow().sentence());
  }

  @Test
  void nobodyEligibleIsTroubleThatSaysWhyOfEach() {
    Route route =
        Scene.of(
                onSlack("ana"),
                onSlack("bob").can("a").onDemand(),
                onSlack("cy").can("a").minPriority(Priority.URGENT))
            .route(thread().requires("a"));
    assertEquals(Optional.empty(), route.nextLook());
    assertEquals(
        "nobody can be told: ana lacks a; bob is on demand and no rule names it; cy is not to be"
            + " told of anything below its minimum priority urgent",
        route.trouble().orElseThrow().sentence());
  }

  @Test
  void anEmptyHouseSaysSo() {
    assertEquals(
        "nobody can be told: no executor is configured",
        Scene.of().route(thread()).trouble().orElseThrow().sentence());
  }

  @Test
  @Conforms(165)
  void everyChannelOfAPlanIsUsedAtOnce() {
    Route route =
        Scene.of(onSlack("ana").at("webhook", "http://ana").at("slack", "U-ana")).route(thread());
    assertEquals(List.of("ana@slack", "ana@webhook"), who(route));
  }

  @Test
  void aDeliverySaysAllThereIsToKnow() {
    DesiredDelivery desired =
        Scene.of(executor("bob").at("sms", "+1555"), executor("ana").at("sms", "+1555"))
            .route(thread().priority(Priority.ELEVATED).neededBy("2h"))
            .desired()
            .getFirst();
    assertEquals(
        new DesiredDelivery(
            new Identity(
                "house", "2026-11-20-001", "ana", "sms", "+1555", NotificationKind.REQUEST, 0),
            List.of("ana", "bob"),
            true,
            Priority.ELEVATED,
            ThreadBuilder.CREATED,
            ThreadBuilder.CREATED.plusSeconds(7200)),
        desired);
  }

  @Test
  void peopleWhoShareAnAddressGetOneMessageThatNamesThem() {
    Route route =
        Scene.of(
                executor("cy").at("sms", "+1"),
                executor("bob").at("sms", "+1"),
                executor("ana").at("sms", "+2"))
            .route(thread());
    assertEquals(List.of("bob+cy@sms", "ana@sms"), who(route));
    assertEquals("bob", route.desired().getFirst().identity().executor());
  }

  @Test
  void machinesThatShareAnAddressAreToldEach() {
    Route route =
        Scene.of(executor("r1").at("webhook", "http://r"), executor("r2").at("webhook", "http://r"))
            .route(thread());
    assertEquals(List.of("r1@webhook", "r2@webhook"), who(route));
    assertTrue(route.desired().stream().noneMatch(DesiredDelivery::oneMessagePerAddress));
  }

  @Test
  void aSharedMessageThatWentOutKeepsItsNameWhenOthersJoin() {
    Scene scene =
        Scene.of(executor("bob").at("sms", "+1"), executor("ana").at("sms", "+1"))
            .rule(named("bob"), then(named("ana"), "PT10M"));
    assertEquals(List.of("bob@sms"), who(scene.route(thread())));
    Route later =
        scene
            .told("bob", "sms", "+1", DeliveryState.DELIVERED, "2026-11-20T10:00:05Z")
            .route(thread(), "2026-11-20T10:10:00Z");
    assertEquals(List.of("ana+bob@sms"), who(later));
    assertEquals("bob", later.desired().getFirst().identity().executor());
  }

  @Test
  @Conforms(153)
  void anyMatchWithoutConditionsMatchesEverything() {
    assertEquals(
        List.of("ana@slack"),
        who(Scene.of(onSlack("ana"), onSlack("bob")).rule(ANY, named("ana")).route(thread())));
  }
}
