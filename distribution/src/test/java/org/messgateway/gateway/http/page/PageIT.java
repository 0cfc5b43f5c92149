package org.messgateway.gateway.http.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.AnswerRoutes;
import org.messgateway.gateway.http.FileRoutes;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.LargeViews;
import org.messgateway.gateway.http.ListenAddress;
import org.messgateway.gateway.http.TaskRoutes;
import org.messgateway.gateway.http.TokenAuthorization;
import org.messgateway.gateway.http.TokenGate;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkRenewer;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.testkit.Conforms;

/** The page in a real browser, over real HTTP. */
@Tag("proof")
class PageIT {

  /** The smallest PNG there is. */
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
          + "gg==";

  private static final String FRIDGE =
      """
              intent: check what's in the fridge
              context:
                - "Look **behind** the milk"
              response_hint:
                - text: list proteins
                - image
      """;

  private static final String EVERYTHING =
      """
              intent: fetch the parcel
              confirm_before: true
              requires: [home-access, lift-box]
              context:
                - it is the **brown** one
                - url: https://example.com/parcel
                - file: {name: plan.txt, mime: text/plain, uri: "data:text/plain;base64,aGVsbG8="}
                - location: {lat: 48.137, lng: 11.575, name: Parcel shop}
              constraints: {location: cellar, timing: {urgency: soon}}
              response_hint:
                - confirmation: is the door locked
                - structured: {rooms: number, colour: [red, green], clean: boolean, day: date}
                - audio
                - location
      """;

  private static final String SUGGESTED =
      """
      from: teague
      received: %s
      MESS:
        - suggestion: {re: %s, id: later, type: alternative, proposed: {intent: tomorrow}}
      """;

  private static final String REVIEWED =
      """
      from: claude-agent
      received: %s
      MESS:
        - review: {re: %s, rating: 4, accept: true, feedback: thank you}
      """;

  @TempDir private static Path profile;
  private static Phone phone;

  @TempDir private Path folder;
  private final Instant now = Instant.now();
  private final LinkKey key = LinkKey.of(new byte[32], Optional.empty());
  private final LinkTokens tokens = new LinkTokens(key, Instant::now);
  private final OneThread thread = new OneThread(tokens, now, FRIDGE);
  private final AtomicInteger renewed = new AtomicInteger();
  private HttpServer server;

  @BeforeAll
  static void open() {
    phone = Phone.open(profile);
  }

  @AfterAll
  static void close() {
    if (phone != null) {
      phone.close();
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = serve(0);
  }

  private HttpServer serve(int port) throws IOException {
    StoredTokens stored = new StoredTokens(folder.resolve("keys"), Instant::now);
    TokenAuthorization authorization = new TokenAuthorization(_ -> true, tokens, stored);
    TokenGate gate = new TokenGate(tokens, stored, "ex1", (_, _) -> Optional.empty(), Instant::now);
    ShortCodes codes = new ShortCodes(key);
    LargeViews views = new LargeViews(LargeWork.ofHeap(), folder.resolve("spool"));
    HttpServer fresh =
        new HttpServer(
            new ListenAddress("127.0.0.1", port, BodyLimits.DEFAULT.total()),
            List.of(
                new PageFileRoutes(
                    () -> new PageFileRoutes.PageSettings("Miller home", Texts.ENGLISH, Texts::of)),
                new PageRoutes(
                    thread, tokens, authorization, codes, _ -> renew(), views, Instant::now),
                new TaskRoutes(thread, gate, authorization, codes, views, Instant::now),
                new FileRoutes(thread, gate, views),
                new AnswerRoutes(
                    gate,
                    tokens,
                    new Submissions(
                        folder.resolve("spool"),
                        BodyLimits.DEFAULT,
                        LargeWork.ofHeap(),
                        System::nanoTime),
                    thread)));
    fresh.start();
    return fresh;
  }

  @AfterEach
  void stop() {
    phone.leave();
    server.close();
  }

  @Test
  @Conforms({200, 208})
  void aLinkShowsTheTaskAndNothingIsClaimedByLooking() {
    openAs("teague");
    phone.sees("check what's in the fridge");
    phone.sees("Look behind the milk");
    phone.sees("You are answering as Teague");
    phone.sees("Nobody has this yet");
    assertTrue(thread.said.isEmpty());
    assertEquals(List.of(), phone.complaints());
  }

  @Test
  @Conforms(206)
  void thePageIsOneFileAndAsksForTheTaskOnly() {
    openAs("teague");
    phone.sees("check what's in the fridge");
    assertEquals(
        List.of("/task"),
        phone.run(
            "return [...new Set(performance.getEntriesByType('resource').map((one) => new"
                + " URL(one.name).pathname))]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ref", "request"})
  @Conforms(207)
  void theTokenLeavesTheAddressBarAndAReloadStillOpensTheTask(String name) {
    phone.go(
        url(thread.token("teague", now.plus(Duration.ofDays(1)))).replace("?ref=", "?" + name + "=")
            + "&exchange=https://elsewhere.example");
    phone.sees("check what's in the fridge");
    assertFalse(phone.address().contains("token"), phone.address());
    phone.reload();
    phone.sees("Nobody has this yet");
  }

  @Test
  @Conforms(217)
  void oneTapClaims() {
    openAs("teague");
    phone.tap("I'll do it");
    phone.sees("You have it");
    assertEquals(Map.of("re", OneThread.REF, "code", "claimed"), status(0));
  }

  @Test
  void aDoubleTapIsOneAnswer() {
    openAs("teague");
    phone.sees("I'll do it");
    phone.run(
        "const b = [...document.querySelectorAll('.bar button')].find((one) => one.textContent ==="
            + " \"I'll do it\"); b.click(); b.click(); b.click();");
    phone.sees("You have it");
    assertEquals(1, thread.said.size());
  }

  @Test
  @Conforms({65, 218})
  void aDeclineSaysWhy() {
    openAs("teague");
    phone.tap("Not me");
    phone.tap("I am not there");
    phone.tapSend("Not me");
    phone.sees("You passed");
    assertEquals("I am not there", status(0).get("reason"));
    assertEquals("declined", status(0).get("code"));
  }

  @Test
  void whatWasClaimedCanBeGivenBack() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.tap("Can't after all");
    phone.type("reason", "the car broke down");
    phone.tapSend("Can't after all");
    phone.sees("You gave it back");
    assertEquals("the car broke down", status(0).get("reason"));
  }

  @Test
  @Conforms({60, 219})
  void questionsAreAskedWithTheAnswersToChooseFrom() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.tap("Ask");
    phone.type("q1", "Does the freezer count?");
    phone.type("o1", "yes, no");
    phone.tapSend("Ask");
    phone.sees("You asked something");
    assertEquals(
        List.of(
            Map.of(
                "field",
                "q1",
                "question",
                "Does the freezer count?",
                "options",
                List.of("yes", "no"))),
        status(0).get("questions"));
  }

  @Test
  @Conforms({61, 220})
  void aGoAheadIsAskedForWithItsConsequences() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    more("Ask for a go-ahead");
    phone.type("action", "throw away the cream");
    phone.type("consequences", "no sauce");
    phone.choose("reversible", "no");
    phone.tapSend("Ask for a go-ahead");
    phone.sees("You asked for a go-ahead");
    assertEquals("throw away the cream", status(0).get("action"));
    assertEquals(false, status(0).get("reversible"));
  }

  @Test
  @Conforms({56, 222})
  void progressIsTold() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    more("How it goes");
    phone.slide("pct", 60);
    phone.type("note", "two shelves done");
    phone.tapSend("Tell claude-agent");
    phone.sees("You have it, and are on it");
    assertEquals("in_progress", status(0).get("code"));
    assertEquals(60, status(0).get("progress_pct"));
    assertEquals("two shelves done", status(0).get("message"));
  }

  @Test
  @Conforms({57, 71, 74, 223})
  void waitingNamesWhatFor() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    more("Waiting");
    phone.choose("type", "resource");
    phone.type("resource", "a ladder");
    phone.tapSend("Tell claude-agent");
    phone.sees("You have it, waiting");
    assertEquals(Map.of("type", "resource", "resource", "a ladder"), status(0).get("waiting_for"));
  }

  @Test
  @Conforms({71, 72, 73, 75, 76, 223})
  void eachReasonToWaitHasItsFields() {
    for (String[] each :
        new String[][] {
          {"dependency", "ref", "get-onions"},
          {"condition", "condition", "the rain stops"},
          {"access", "location", "the cellar"},
          {"schedule", "available_at", "2026-02-01T08:00"},
        }) {
      thread.stands(ThreadStatus.CLAIMED, "teague");
      thread.said.clear();
      openAs("teague");
      more("Waiting");
      phone.choose("type", each[0]);
      if (each[0].equals("schedule")) {
        phone.set(each[1], each[2]);
      } else {
        phone.type(each[1], each[2]);
      }
      phone.tapSend("Tell claude-agent");
      phone.sees("You have it, waiting");
      Map<?, ?> waiting = (Map<?, ?>) Objects.requireNonNull(status(0).get("waiting_for"), each[0]);
      assertEquals(each[0], waiting.get("type"));
      Object said = Objects.requireNonNull(waiting.get(each[1]), each[0]);
      assertTrue(said.toString().contains(each[2].substring(0, 10)), waiting::toString);
    }
  }

  @Test
  @Conforms({58, 224})
  void aHoldSaysWhy() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    more("Hold");
    phone.type("reason", "lunch first");
    phone.tapSend("Put it on hold");
    phone.sees("You have it, on hold");
    assertEquals("lunch first", status(0).get("reason"));
  }

  @Test
  @Conforms({213, 221, 225, 226, 230})
  void doneBringsTheAnswerTheNotesAndThePhoto() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.type("h0", "tofu, eggs");
    phone.tap("Add a note");
    phone.type("notes", "the light is broken");
    phone.tap("Gallery");
    phone.pick(noise("shelf.png", 1600, 1200));
    phone.sees("shelf.jpg");
    phone.tapSend("Send");
    phone.sees("claude-agent has your answer");
    Answer answer = thread.said.getFirst();
    assertEquals("completed", status(0).get("code"));
    assertEquals(
        Map.of(
            "re",
            OneThread.REF,
            "content",
            List.of(Map.of("text", "tofu, eggs"), Map.of("image", Map.of("part", "photo1"))),
            "notes",
            "the light is broken"),
        answer.mess().get(1).get("response"));
    assertTrue(thread.files.getFirst().length <= 500_000, "made small enough for a phone");
    assertEquals(
        0L,
        phone.run("return Object.keys(localStorage).filter((k) => k.includes('draft')).length"));
  }

  @Test
  @Conforms(212)
  void whatIsTypedIsMarkdownAndIsShownAsSuch() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: look around\n");
    openAs("teague");
    String typed = "In the **upper** shelf:\n\n- eggs\n- [a recipe](https://example.com/tofu)";
    phone.type("text", typed);
    phone.tapSend("Done");
    phone.sees("claude-agent has your answer");
    assertEquals(
        List.of(Map.of("text", typed)),
        ((Map<?, ?>) Objects.requireNonNull(thread.said.getFirst().mess().get(1).get("response")))
            .get("content"));
    thread.hears(
        """
        from: teague
        received: %s
        MESS:
          - response: {re: %s, content: ["%s"]}
        """
            .formatted(now, OneThread.REF, typed.replace("\n", "\\n")));
    phone.tap("See the task");
    phone.sees("You answered");
    assertEquals(
        List.of("upper", "eggs", "https://example.com/tofu"),
        phone.run(
            """
            const said = document.querySelector('#talk .prose');
            return [said.querySelector('strong').textContent, said.querySelector('li').textContent,
              said.querySelector('a').href];
            """));
  }

  @Test
  @Conforms(215)
  void aFileOfAnyKindGoesWithTheAnswer() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: read the meter\n        response_hint: [file]\n");
    openAs("teague");
    phone.tap("File");
    byte[] content = {0, 1, 2, (byte) 0xff};
    phone.pick(Files.write(folder.resolve("meter.bin"), content));
    phone.sees("meter.bin");
    phone.tapSend("Send");
    phone.sees("claude-agent has your answer");
    assertEquals(
        Map.of("re", OneThread.REF, "content", List.of(Map.of("file", Map.of("part", "file1")))),
        thread.said.getFirst().mess().get(1).get("response"));
    assertEquals("meter.bin", thread.said.getFirst().files().getFirst().name());
    assertArrayEquals(content, thread.files.getFirst());
  }

  @Test
  @Conforms(227)
  void theFooterHasWhatIsDoneMost() {
    openAs("teague");
    phone.sees("Nobody has this yet");
    assertEquals(
        List.of("Take the photo", "Gallery", "Send", "I'll do it", "Not me", "Ask", "More"),
        phone.footer());
    phone.tap("I'll do it");
    phone.sees("You have it");
    assertEquals(
        List.of("Take the photo", "Send", "Can't after all", "Ask", "More"), phone.footer());
  }

  @Test
  @Conforms(63)
  void doneInPartSaysWhatRemains() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.type("h0", "eggs");
    more("Done in part");
    phone.type("completed", "top shelf");
    phone.type("remaining", "drawer\nfreezer");
    phone.tapSend("Send");
    phone.sees("knows what remains");
    assertEquals(List.of("drawer", "freezer"), status(0).get("remaining"));
    assertEquals(List.of("top shelf"), status(0).get("completed"));
  }

  @Test
  @Conforms(214)
  void soundIsRecordedOnTheSpot() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: say hello\n        response_hint: [audio]\n");
    openAs("teague");
    phone.tap("Voice");
    phone.sees("Recording 0:01");
    phone.tap("Stop");
    phone.sees("recording.webm");
    phone.tapSend("Send");
    phone.sees("claude-agent has your answer");
    assertEquals("audio1", thread.said.getFirst().files().getFirst().part());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "confirmation"})
  void sendingWhileAVoiceNoteIsRecordedTakesItAlong(String hint) {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: say hello\n        response_hint: [%s]\n".formatted(hint));
    openAs("teague");
    boolean line = hint.equals("text");
    if (line) {
      phone.type("h0", "hello");
    }
    phone.run(
        """
        const media = navigator.mediaDevices;
        const ask = media.getUserMedia.bind(media);
        media.getUserMedia = async (wish) => window.microphone = await ask(wish);
        """);
    phone.tap("Add a note");
    phone.tap("Voice");
    phone.sees("Recording 0:01");
    phone.tapSend(line ? "Send" : "Yes");
    phone.sees("claude-agent has your answer");
    assertEquals(1, thread.said.size());
    assertEquals(
        List.of(
            line ? Map.of("text", "hello") : Map.of("confirmation", true),
            Map.of("audio", Map.of("part", "audio1"))),
        content(0));
    assertEquals("ended", phone.run("return window.microphone.getTracks()[0].readyState"));
  }

  @Test
  void sendingWaitsForThePicturesThatAreStillBeingAdded() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: show the shelves\n        response_hint: [image]\n");
    openAs("teague");
    phone.sees("You have it");
    phone.run(
        """
        const read = window.createImageBitmap;
        const ready = new Promise((resolve) => { window.ready = resolve; });
        window.createImageBitmap = async (...picture) => { await ready; return read(...picture); };
        """);
    phone.tap("Gallery");
    phone.pick(
        noise("small.png", 40, 30), noise("shelf.png", 1600, 1200), noise("other.png", 1500, 1200));
    phone.sees("Adding shelf.png");
    phone.tapSend("Send");
    phone.sees("Sending…");
    phone.run("const b = document.getElementById('primary'); b.click(); b.click();");
    assertEquals("true", phone.run("return document.getElementById('primary').ariaDisabled"));
    assertTrue(thread.said.isEmpty());
    phone.run("window.ready()");
    phone.sees("claude-agent has your answer");
    assertEquals(1, thread.said.size());
    assertEquals(
        List.of("photo1", "photo2", "photo3"),
        thread.said.getFirst().files().stream().map(file -> file.part()).toList());
  }

  @Test
  void whatIsPickedAfterAnAnswerWasSentIsNotDroppedWithIt() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks("        intent: What shall we eat?\n        response_hint: [text]\n");
    openAs("teague");
    phone.type("h0", "lentils");
    phone.run(
        """
        const { send } = XMLHttpRequest.prototype;
        XMLHttpRequest.prototype.send = function (body) {
          window.go = () => send.call(this, body);
        };
        """);
    phone.tap("Add a note");
    phone.tap("File");
    phone.tapSend("Send");
    phone.sees("Sending your answer");
    phone.pick(Files.write(folder.resolve("later.bin"), new byte[] {1}));
    phone.await(
        () -> Boolean.TRUE.equals(phone.run("return !document.getElementById('chooser')")),
        () -> "the file is taken");
    phone.run("window.go()");
    phone.sees("claude-agent has your answer");
    assertTrue(thread.files.isEmpty());
    phone.tap("See the task");
    phone.tap("What you wrote is kept");
    phone.sees("later.bin");
  }

  @Test
  @Conforms({208, 209, 210, 211})
  void allThatTheRequestSaysIsThere() {
    thread.asks(
        """
                intent: fetch the parcel
                requires: [home-access, lift-box]
                context:
                  - it is the brown one
                  - url: https://example.com/parcel
                  - image: "data:image/png;base64,%s"
                  - file: {name: plan.txt, mime: text/plain, uri: "data:text/plain;base64,aGVsbG8="}
                  - location: {lat: 48.137, lng: 11.575, name: Parcel shop}
                constraints:
                  location: cellar
                  timing: {urgency: soon, not_before: 2026-01-31T15:00:00Z}
                response_hint: [image: the parcel, text]
        """
            .formatted(PIXEL));
    thread.serves("inline-0-0", "image/png", Base64.getDecoder().decode(PIXEL));
    openAs("teague");
    phone.sees("fetch the parcel");
    phone.sees("it is the brown one");
    phone.sees("https://example.com/parcel");
    phone.sees("plan.txt");
    phone.sees("cellar");
    phone.sees("Soon");
    phone.sees("Not before");
    phone.sees("Home access");
    phone.sees("a photo (the parcel), a text");
    phone.sees("Lift box");
    phone.await(
        () ->
            Boolean.TRUE.equals(
                phone.run("return document.querySelector('.shot img').naturalWidth > 0")),
        () -> "the picture is loaded: " + phone.text());
    assertEquals(
        "plan.txt", phone.run("return document.querySelector('a.fileline[download]').download"));
    assertEquals(
        "https://example.com/parcel",
        phone.run("return document.querySelector('a.fileline[target]').href"));
  }

  @Test
  @Conforms({45, 216})
  void aFormIsMadeFromTheHint() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks(
        """
                intent: look around
                response_hint:
                  - confirmation: is the door locked
                  - structured: {rooms: number, colour: [red, green], clean: boolean}
        """);
    openAs("teague");
    phone.sees("Is the door locked");
    phone.choose("h0", "yes");
    phone.type("h1.rooms", "4");
    phone.choose("h1.colour", "green");
    phone.choose("h1.clean", "no");
    phone.tapSend("Send");
    phone.sees("claude-agent has your answer");
    assertEquals(
        Map.of(
            "re",
            OneThread.REF,
            "content",
            List.of(
                Map.of("confirmation", true),
                Map.of("structured", Map.of("rooms", 4, "colour", "green", "clean", false)))),
        thread.said.getFirst().mess().get(1).get("response"));
  }

  @Test
  void whatIsTypedAndPickedSurvivesAReload() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.type("h0", "half a lem");
    phone.tap("Gallery");
    phone.pick(noise("small.png", 40, 30));
    phone.sees("small.png");
    phone.reload();
    phone.sees("What you have begun is kept on this device");
    assertEquals("half a lem", phone.value("h0"));
    phone.sees("small.png");
  }

  @Test
  void withoutNetworkTheAnswerWaitsAndGoesOutByItself() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.type("h0", "eggs");
    phone.offline(true);
    phone.tapSend("Send");
    phone.tapSend("Send anyway");
    phone.sees("Not sent yet");
    assertTrue(thread.said.isEmpty());
    phone.offline(false);
    phone.sees("claude-agent has your answer");
    assertEquals(1, thread.said.size());
  }

  @Test
  void aReloadInTheMiddleOfSendingSendsTheSameAnswerAgain() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.willSay(new AnswerResult.TryAgainLater("The disk is full."));
    openAs("teague");
    phone.type("h0", "eggs");
    phone.tapSend("Send");
    phone.tapSend("Send anyway");
    phone.sees("The disk is full.");
    Object before =
        phone.run("return JSON.parse(localStorage['mess:out:r:" + OneThread.REF + ":teague']).key");
    thread.willSay(null);
    phone.reload();
    phone.sees("claude-agent has your answer");
    assertEquals(before, thread.said.getFirst().key().stored());
  }

  @Test
  void whoComesSecondIsToldWhoHasItAndKeepsTheDraft() {
    thread.asks("        intent: What shall we eat?\n        response_hint: [text]\n");
    openAs("teague");
    phone.type("h0", "my long answer");
    thread.takenBeforeNextAnswer("ana");
    phone.tap("Send");
    phone.sees("Ana was faster.");
    phone.sees("What you said was not taken along.");
    phone.tap("What you wrote is kept");
    phone.sees("my long answer");
  }

  @Test
  void aClaimThatComesSecondIsToldWhoHasTheTask() {
    openAs("teague");
    phone.sees("Nobody has this yet");
    thread.takenBeforeNextAnswer("ana");
    phone.tap("I'll do it");
    phone.sees("Ana was faster.");
    assertTrue(thread.said.isEmpty());
  }

  @Test
  void twoTabsShowTheSameTruth() {
    openAs("teague");
    phone.sees("Nobody has this yet");
    String first = phone.tab();
    phone.newTab();
    openAs("ana");
    phone.tap("I'll do it");
    phone.sees("You have it");
    phone.closeTab(first);
    phone.await(
        () -> {
          phone.lookAgain();
          return phone.text().contains("Ana has it.");
        },
        phone::text);
    assertEquals(1, thread.said.size());
  }

  @Test
  void anAnswerOfTheOneWhoAsksAppearsWhileLooking() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.sees("You have it");
    thread.hears(
        """
        from: claude-agent
        received: %s
        MESS:
          - reply: {re: %s, answers: {freezer: "no"}}
        """
            .formatted(now, OneThread.REF));
    phone.await(
        () -> {
          phone.lookAgain();
          return phone.text().contains("Freezer: no");
        },
        phone::text);
  }

  @Test
  void whatIsOverSaysSo() {
    thread.stands(ThreadStatus.CANCELLED, null);
    openAs("teague");
    phone.sees("No longer needed");
  }

  @Test
  void aSharedLinkAsksWhoIsAnsweringAndRemembers() {
    thread.sharedWith("teague", "ana");
    openAs("teague");
    phone.sees("Who is answering?");
    phone.tap("Ana");
    phone.sees("You are answering as Ana");
    phone.reload();
    phone.sees("You are answering as Ana");
    phone.tap("I'll do it");
    phone.sees("You have it");
    assertEquals("ana", thread.said.getFirst().executor());
  }

  @Test
  void anExpiredLinkShowsNothingAndSendsANewOneOnce() {
    phone.go(url(thread.token("teague", now.minusSeconds(60))));
    phone.sees("This link is too old");
    assertFalse(phone.text().contains("fridge"));
    phone.tap("Send me a new one");
    phone.sees("A new link is on its way");
    phone.reload();
    phone.tap("Send me a new one");
    phone.sees("sent a few minutes ago");
    assertEquals(1, renewed.get());
  }

  @Test
  void aForgedLinkOpensNothing() {
    phone.go(url("not.a.token"));
    phone.sees("This link does not open");
  }

  @Test
  @Conforms(228)
  void nothingIsWiderThanThePhoneAndThumbsFindWhatTheyTap() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.sees("You have it");
    phone.tap("Add a note");
    phone.sees("What claude-agent should know beside it");
    assertEquals(
        true,
        phone.run(
            """
            return document.querySelector('meta[name=viewport]').content.includes('width=device-width') &&
              [...document.querySelectorAll('body *')].every((one) =>
                one.getBoundingClientRect().right <= window.innerWidth + 1);
            """));
    assertEquals(
        true,
        phone.run(
            """
            return [...document.querySelectorAll('main button')]
              .filter((one) => one.offsetParent !== null).every((one) => one.offsetHeight >= 44);
            """));
    assertEquals(
        true,
        phone.run(
            """
            const tops = [...document.querySelectorAll('.whole > :not([hidden])')].map((one) =>
              one.getBoundingClientRect().top);
            return tops.length > 2 && tops.every((top, i) => i === 0 || top >= tops[i - 1]);
            """),
        "read aloud in the order in which it is drawn");
  }

  @Test
  void whatAThreadSaysNeverRuns() {
    thread.asks(
        """
                intent: "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"
                context:
                  - "**<b onclick=1>bold</b>** [tap](javascript:window.pwned=1) <iframe srcdoc='x'></iframe>"
                  - url: "javascript:window.pwned=1"
                  - url: "data:text/html,<script>window.pwned=1</script>"
                  - image: "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InRvcC5wd25lZD0xIi8+"
                  - "%s"
        """
            .formatted("long ".repeat(20_000)));
    openAs("teague");
    phone.sees("<script>window.pwned=1</script>");
    phone.sees("[tap](javascript:window.pwned=1)");
    phone.sees("Show all of it");
    phone.sees("Picture that cannot be shown here");
    assertNull(phone.run("return window.pwned ?? null"));
    assertEquals(
        0L,
        phone.run(
            "return document.querySelectorAll('main script, main iframe, main [onclick],"
                + " a[href^=\"javascript\"], a[href^=\"data\"]').length"));
    assertEquals(
        true, phone.run("return document.documentElement.scrollWidth <= window.innerWidth"));
  }

  @Test
  void aRefusalSaysWhatWouldBeRightAndLetsItBeChanged() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.willSay(new AnswerResult.Refused("It has to be confirmed before it is done."));
    openAs("teague");
    phone.type("h0", "eggs");
    phone.tapSend("Send");
    phone.tapSend("Send anyway");
    phone.sees("It has to be confirmed before it is done.");
    phone.tap("Change it");
    assertEquals("eggs", phone.value("h0"));
  }

  @Test
  @Conforms(229)
  void whatIsPreferredIsChosenAndKept() throws Exception {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    openAs("teague");
    phone.tap("Settings");
    phone.choose("theme", "dark");
    phone.choose("defaultCamera", "front");
    phone.choose("imageQuality", "original");
    phone.reload();
    phone.sees("check what's in the fridge");
    assertEquals("dark", phone.run("return document.documentElement.dataset.theme"));
    assertEquals(
        Map.of(
            "theme", "dark",
            "defaultCamera", "front",
            "imageQuality", "original",
            "audioFormat", "auto"),
        phone.run("return JSON.parse(localStorage['mess:prefs'])"));
    phone.type("h0", "eggs");
    phone.tap("Gallery");
    Path large = noise("shelf.png", 1600, 1200);
    phone.pick(large);
    phone.sees("shelf.png");
    phone.tapSend("Send");
    phone.sees("claude-agent has your answer");
    assertArrayEquals(Files.readAllBytes(large), thread.files.getFirst(), "as it was taken");
  }

  @Test
  void yesIsOneTapThatTakesTheTaskAndAnswersIt() {
    thread.asks("        intent: May I order 4 onions?\n        response_hint: [confirmation]\n");
    openAs("teague");
    phone.tap("Yes");
    phone.sees("claude-agent has your answer");
    phone.sees("You sent");
    assertEquals(1, thread.said.size());
    assertEquals("completed", status(0).get("code"));
    assertEquals(List.of(Map.of("confirmation", true)), content(0));
  }

  @Test
  void ofAFewChoicesOneTapAnswers() {
    thread.asks(
        """
                intent: Which train?
                response_hint:
                  - structured: {train: [the 17:05, the 17:35]}
                  - text
        """);
    openAs("teague");
    phone.tap("the 17:35");
    phone.sees("claude-agent has your answer");
    phone.sees("Train: the 17:35");
    assertEquals(List.of(Map.of("structured", Map.of("train", "the 17:35"))), content(0));
  }

  @Test
  void aLineIsSentFromTheFirstScreen() {
    thread.asks("        intent: What shall we eat?\n        response_hint: [text]\n");
    openAs("teague");
    phone.type("h0", "lentils");
    phone.tap("Send");
    phone.sees("claude-agent has your answer");
    assertEquals(List.of(Map.of("text", "lentils")), content(0));
  }

  @Test
  void thePhotoIsTheFirstThingToTapAndSendingItTakesTheTask() {
    thread.asks("        intent: Is the stove off?\n        response_hint: [image]\n");
    openAs("teague");
    phone.tap("Take the photo");
    phone.await(
        () ->
            Boolean.TRUE.equals(
                phone.run("return document.querySelector('#lens video')?.videoWidth > 0")),
        () -> "the camera is on");
    phone.tap("Take the photo");
    phone.sees("✓ Picture added");
    assertEquals(96L, phone.run("return document.querySelector('.held .thumb').offsetWidth"));
    assertEquals("Send", phone.run("return document.activeElement.textContent"));
    phone.tap("Send");
    phone.sees("claude-agent has your answer");
    assertEquals(1, thread.said.size());
    assertEquals("completed", status(0).get("code"));
    assertEquals(List.of(Map.of("image", Map.of("part", "photo1"))), content(0));
  }

  @Test
  void whereAGoAheadComesFirstNoTapAnswers() {
    thread.asks(
        """
                intent: throw away the cream
                confirm_before: true
                response_hint: [confirmation]
        """);
    openAs("teague");
    phone.sees("Ask before you do it");
    assertEquals(List.of("I'll do it", "Not me", "Ask", "More"), phone.footer());
  }

  @Test
  void afterAClaimTheCardSaysSoHasTheFocusAndTheFormStandsBelow() {
    openAs("teague");
    phone.tap("I'll do it");
    phone.sees("You have it");
    assertEquals("state", phone.run("return document.activeElement.id"));
    assertEquals(
        true, phone.run("return document.querySelector('#answer [name=h0]').offsetHeight > 0"));
  }

  @Test
  void whatIsNeededIsNotSentWithout() {
    thread.stands(ThreadStatus.CLAIMED, "teague");
    thread.asks(
        """
                intent: visit
                response_hint:
                  - structured: {day: {label: Day, required: true}, note: text}
        """);
    openAs("teague");
    phone.type("h0.note", "later");
    phone.tap("Send");
    phone.sees("This is needed.");
    assertEquals("h0.day", phone.run("return document.activeElement.name"));
    phone.type("h0.day", "Monday");
    phone.tap("Send");
    phone.sees("claude-agent has your answer");
    assertEquals(
        List.of(Map.of("structured", Map.of("day", "Monday", "note", "later"))), content(0));
  }

  private void hasOpenedAnotherAndOpensThis() {
    thread.asksBeside("        intent: water the basil\n");
    Instant tomorrow = now.plus(Duration.ofDays(1));
    phone.go(
        url(thread.token(OneThread.OTHER, "teague", tomorrow))
            .replace(OneThread.REF, OneThread.OTHER));
    phone.sees("water the basil");
    openAs("teague");
  }

  @Test
  void afterAnAnswerTheNextTaskThatThisDeviceHasOpenedIsOffered() {
    thread.asks("        intent: May I order 4 onions?\n        response_hint: [confirmation]\n");
    hasOpenedAnotherAndOpensThis();
    phone.tap("No");
    phone.sees("Anything else open for you?");
    phone.run("document.querySelector('#next a').click()");
    phone.sees("I'll do it");
    assertTrue(phone.text().contains("water the basil"));
    assertEquals(List.of(Map.of("confirmation", false)), content(0));
  }

  @Test
  void whoReadsGermanGetsThePageInGerman() {
    thread.speaks("de");
    openAs("teague");
    phone.sees("Das hat noch niemand");
    assertEquals("de", phone.run("return document.documentElement.lang"));
    assertEquals(
        List.of("Foto machen", "Galerie", "Senden", "Mach ich", "Ich nicht", "Frage", "Mehr"),
        phone.footer());
    phone.tap("Mach ich");
    phone.sees("Du hast es");
    assertEquals(List.of(), phone.complaints());
  }

  @Test
  void withoutNetworkTheTaskOpensAgainAndTheAnswerGoesOutLater() throws IOException {
    thread.asks("        intent: May I order 4 onions?\n        response_hint: [confirmation]\n");
    openAs("teague");
    phone.sees("May I order 4 onions?");
    phone.await(
        () ->
            Boolean.TRUE.equals(
                phone.run(
                    "return !!window.worker || (navigator.serviceWorker.getRegistration()"
                        + ".then((one) => { window.worker = one && one.active; }), false)")),
        () -> "the page is kept on the device");
    int port = server.port();
    server.close();
    phone.reload();
    phone.sees("May I order 4 onions?");
    phone.sees("No network.");
    phone.tap("Yes");
    phone.sees("Not sent yet");
    phone.reload();
    phone.sees("Not sent yet");
    assertEquals(
        List.of("/respond"),
        phone.run(
            """
            return caches.keys().then((names) => caches.open(names[0])).then((one) => one.keys())
              .then((all) => all.map((one) => one.url.replace(location.origin, '')));
            """),
        "nothing of a task and no token");
    server = serve(port);
    phone.tap("Try now");
    phone.sees("claude-agent has your answer");
    assertEquals(1, thread.said.size());
  }

  @Test
  void aBarThatWouldCoverAQuarterOfTheScreenStandsAtTheEndOfThePage() {
    openAs("teague");
    phone.sees("Nobody has this yet");
    assertEquals("sticky", position());
    phone.run("document.documentElement.style.fontSize = '200%'");
    phone.await(() -> position().equals("static"), () -> "it does not cover large text");
    assertEquals(
        true, phone.run("return document.documentElement.scrollWidth <= window.innerWidth"));
  }

  private static String position() {
    return String.valueOf(
        phone.run("return getComputedStyle(document.querySelector('#bar')).position"));
  }

  @Test
  void whatIsFreeOrOnesOwnCanBeReadAndUsedByEverybody() throws Exception {
    everybodyCanUse("Nobody has this yet");
    phone.tap("Settings");
    axeFindsNothing("settings");
    for (String sheet : List.of("Not me", "More", "Ask")) {
      openAs("teague");
      phone.tap(sheet);
      axeFindsNothing(sheet);
    }
    openAs("teague");
    phone.tap("I'll do it");
    phone.sees("You have it");
    phone.tap("Add a note");
    phone.tap("Gallery");
    phone.pick(noise("small.png", 40, 30));
    phone.sees("small.png");
    axeFindsNothing("a form with a picture");
    thread.asks(EVERYTHING);
    everybodyCanUse("Ask before you do it");
    more("Waiting");
    phone.choose("type", "schedule");
    axeFindsNothing("waiting");
    thread.speaks("ja");
    everybodyCanUse("あなた");
  }

  @Test
  void whatIsOverOrWentWrongCanBeReadAndUsedByEverybody() {
    thread.stands(ThreadStatus.CLAIMED, "ana");
    everybodyCanUse("Ana has it.");
    thread.stands(ThreadStatus.CANCELLED, null);
    thread.hears(SUGGESTED.formatted(now, OneThread.REF));
    everybodyCanUse("No longer needed");
    thread.stands(ThreadStatus.COMPLETED, "teague");
    thread.hears(REVIEWED.formatted(now, OneThread.REF));
    everybodyCanUse("claude-agent says of the result");
    thread.stands(ThreadStatus.PENDING, null);
    thread.sharedWith("teague", "ana");
    everybodyCanUse("Who is answering?");
    thread.sharedWith();
    thread.asks("        intent: What shall we eat?\n        response_hint: [text, image]\n");
    everybodyCanUse("You made a suggestion");
    phone.type("h0", "lentils");
    phone.tap("Send");
    axeFindsNothing("something is missing");
    phone.offline(true);
    phone.tapSend("Send anyway");
    phone.sees("Not sent yet");
    axeFindsNothing("offline");
    thread.willSay(new AnswerResult.Refused("It has to be confirmed before it is done."));
    phone.offline(false);
    phone.sees("It has to be confirmed before it is done.");
    axeFindsNothing("refused");
    thread.willSay(null);
    thread.takenBeforeNextAnswer("ana");
    phone.tap("Change it");
    phone.tap("Send");
    phone.tapSend("Send anyway");
    phone.sees("Ana was faster.");
    axeFindsNothing("second");
  }

  @Test
  void whatIsSentAndEachLinkCanBeReadAndUsedByEverybody() {
    thread.asks("        intent: May I?\n        response_hint: [confirmation]\n");
    hasOpenedAnotherAndOpensThis();
    phone.tap("Yes");
    phone.sees("Anything else open for you?");
    axeFindsNothing("sent");
    phone.go(url(thread.token("teague", now.minusSeconds(60))));
    phone.sees("This link is too old");
    axeFindsNothing("too old");
    phone.tap("Send me a new one");
    phone.sees("A new link is on its way");
    axeFindsNothing("a new link");
    phone.go(url("not.a.token"));
    phone.sees("This link does not open");
    axeFindsNothing("forged");
    thread.speaks("de");
    thread.stands(ThreadStatus.PENDING, null);
    openAs("teague");
    phone.sees("Das hat noch niemand");
    phone.run("document.documentElement.style.fontSize = '200%'");
    phone.await(() -> position().equals("static"), () -> "it does not cover large text");
    axeFindsNothing("large German");
  }

  private void everybodyCanUse(String state) {
    openAs("teague");
    phone.sees(state);
    axeFindsNothing(state);
  }

  private static void axeFindsNothing(String state) {
    assertEquals(List.of(), phone.barriers(), state);
  }

  private Object content(int answer) {
    Map<?, ?> response =
        (Map<?, ?>) Objects.requireNonNull(thread.said.get(answer).mess().get(1).get("response"));
    return Objects.requireNonNull(response.get("content"));
  }

  private void more(String what) {
    phone.tap("More");
    phone.tap(what);
  }

  private void openAs(String executor) {
    phone.go(url(thread.token(executor, now.plus(Duration.ofDays(1)))));
  }

  private String url(String token) {
    return "http://127.0.0.1:"
        + server.port()
        + "/respond?ref="
        + OneThread.REF
        + "&token="
        + token;
  }

  private Map<?, ?> status(int answer) {
    return (Map<?, ?>)
        Objects.requireNonNull(thread.said.get(answer).mess().getFirst().get("status"));
  }

  private LinkRenewer.Sending renew() {
    renewed.incrementAndGet();
    return LinkRenewer.Sending.SENT;
  }

  /** A picture that cannot be packed well, as a photo. */
  private Path noise(String name, int width, int height) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(1);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, random.nextInt());
      }
    }
    File file = folder.resolve(name).toFile();
    ImageIO.write(image, "png", file);
    return file.toPath();
  }
}
