package org.messgateway.gateway.exchange.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Secret;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.WaitingHistory;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.testkit.Conforms;

/**
 * What is written to a server, and what becomes of it when others write too or answers are lost.
 */
class RemoteWriterTest {

  private static final Instant AT = Instant.parse("2026-11-21T10:00:00.123Z");

  @TempDir private Path folder;
  private RemoteScene scene;
  private String ref = "";

  @BeforeEach
  void aTaskOnTheServer() {
    scene = new RemoteScene(folder);
    ref = scene.server.ask("agent", "water the plants");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aClaimIsOnTheServerAndInTheCopyUnderThePersonsName() throws Exception {
    LoadedThread after = claim("ana");
    assertEquals(ThreadStatus.CLAIMED, after.thread().envelope().status());
    assertEquals("ana", after.thread().envelope().executor());
    assertEquals("claimed", scene.server.statusOf(ref));
    assertEquals(List.of("agent", "ana"), scene.speakers(ref));
    assertEquals(List.of("claimed ana"), scene.history(ref));
    assertTrue(scene.server.said(ref).getLast().contains("\"code\":\"claimed\""));
  }

  @Test
  void aClaimWithoutAWordBeforeOursHolds() throws Exception {
    scene.server.beforeWriting(each -> scene.server.say(each, "bob", "claimed", null));
    LoadedThread after = claim("ana");
    assertEquals("bob", after.thread().envelope().executor());
    assertEquals(List.of("agent", "bob", "ana"), scene.speakers(ref), "the first claim in order");
    assertEquals(List.of("claimed bob"), scene.history(ref));
  }

  @Test
  void aClaimWithAMessageBeforeOursHolds() throws Exception {
    scene.server.beforeWriting(each -> scene.server.say(each, "bob", "claimed", claimed()));
    LoadedThread after = claim("ana");
    assertEquals("bob", after.thread().envelope().executor());
    assertEquals(List.of("agent", "bob", "ana"), scene.speakers(ref));
  }

  @Test
  void aClaimThatComesAfterOursChangesNothing() throws Exception {
    claim("ana");
    scene.server.say(ref, "bob", "claimed", claimed());
    scene.poll();
    assertEquals("ana", scene.thread(ref).envelope().executor());
    assertEquals(List.of("claimed ana"), scene.history(ref));
  }

  @Tag("proof")
  @Test
  void anAnswerThatIsLostAfterItWasKeptIsNotSaidTwice() throws Exception {
    scene.server.losesAnswers(1);
    LoadedThread after = claim("ana");
    assertEquals("ana", after.thread().envelope().executor());
    assertEquals(2, scene.server.said(ref).size(), "the request and one claim");
    assertEquals(1, patches());
  }

  @Test
  void anAnswerThatAnothersWriteUndidIsSentAgainAndSaidOnce() throws Exception {
    scene.server.undoesWrites(1);
    LoadedThread after = claim("ana");
    assertEquals("ana", after.thread().envelope().executor());
    assertEquals("claimed", scene.server.statusOf(ref));
    assertEquals(List.of("agent", "bob", "ana"), scene.speakers(ref));
    assertEquals(List.of("claimed ana"), scene.history(ref));
    assertEquals(2, patches());
  }

  @Test
  void aServerThatKeepsNothingIsNotTakenAtItsWord() throws Exception {
    scene.server.undoesWrites(2);
    ExchangeWriteException kept = assertThrows(ExchangeWriteException.class, () -> claim("ana"));
    assertEquals(ExchangeWriteException.Reason.FAILED, kept.reason(), "others may be written");
    claim("ana");
    assertEquals(List.of("agent", "bob", "bob", "ana"), scene.speakers(ref));
    assertEquals(List.of("claimed ana"), scene.history(ref));
  }

  @Test
  void whatMayStillBeOnItsWayIsNotSentAgainAtOnce() throws Exception {
    scene.server.breaksNextWrite();
    assertThrows(ExchangeWriteException.class, () -> claim("ana"));
    ExchangeWriteException doubt = assertThrows(ExchangeWriteException.class, () -> claim("ana"));
    assertEquals(ExchangeWriteException.Reason.FAILED, doubt.reason(), "others may be written");
    assertEquals(1, patches());
    scene.nanos.addAndGet(Duration.ofSeconds(21).toNanos());
    claim("ana");
    assertEquals(List.of("claimed ana"), scene.history(ref));
    assertEquals(2, scene.server.said(ref).size());
  }

  private LoadedThread claimsAndCompletes(boolean bare) throws Exception {
    return scene.writer().write(new Ref(ref), RemoteScene.claimsAndCompletes(ref, "ana", bare, AT));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoClaimsAndIsDoneAtOnceHasTheTaskOnTheServer(boolean bare) throws Exception {
    LoadedThread after = claimsAndCompletes(bare);
    assertEquals(List.of("claimed", "completed"), scene.server.statusesOf(ref));
    assertEquals("gateway", scene.server.executorOf(ref), "the key, where nobody was before");
    List<String> said = scene.server.said(ref);
    assertEquals(3, said.size(), "the request, the claim, and the rest");
    assertTrue(said.get(1).contains("\"code\":\"claimed\""), said.get(1));
    assertFalse(said.get(1).contains("milk"), said.get(1));
    assertFalse(said.get(2).contains("\"code\":\"claimed\""), said.get(2));
    assertTrue(said.get(2).contains("milk"), said.get(2));
    assertEquals(ThreadStatus.COMPLETED, after.thread().envelope().status());
    assertEquals("ana", after.thread().envelope().executor());
    assertEquals(List.of("claimed ana", "completed ana"), scene.history(ref));
    assertEquals(List.of("agent", "ana", "ana"), scene.speakers(ref));
  }

  @Test
  void aServerThatRecordsEachStatusItselfLosesNoneOfOurs() throws Exception {
    scene.server.recordsStatus();
    LoadedThread after = claimsAndCompletes(false);
    assertEquals("ana", after.thread().envelope().executor());
    assertEquals(List.of("agent", "ana", "ana"), scene.speakers(ref));
    assertEquals(List.of("claimed ana", "completed ana"), scene.history(ref));
    scene.poll();
    assertEquals(List.of("claimed ana", "completed ana"), scene.history(ref));
  }

  @Tag("proof")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anAnswerThatIsLostBetweenTheStepsRepeatsNeither(int lost) throws Exception {
    scene.server.losesAnswers(lost);
    claimsAndCompletes(false);
    assertEquals(List.of("claimed", "completed"), scene.server.statusesOf(ref));
    assertEquals(List.of("claimed ana", "completed ana"), scene.history(ref));
    assertEquals(3, scene.server.said(ref).size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasCutOffAfterTheClaimGoesOnWithTheRest(boolean bare) throws Exception {
    scene.server.breaksWriteAfter(1);
    assertThrows(ExchangeWriteException.class, () -> claimsAndCompletes(bare));
    assertEquals(List.of("claimed"), scene.server.statusesOf(ref));
    scene.nanos.addAndGet(Duration.ofSeconds(21).toNanos());
    claimsAndCompletes(bare);
    assertEquals(List.of("claimed", "completed"), scene.server.statusesOf(ref));
    assertEquals(List.of("claimed ana", "completed ana"), scene.history(ref));
    assertEquals(3, scene.server.said(ref).size());
    assertEquals(List.of("agent", "ana", "ana"), scene.speakers(ref));
  }

  @Test
  void whoCameSecondCompletesNothingAndIsStillHeard() throws Exception {
    scene.server.beforeWriting(each -> scene.server.say(each, "bob", "claimed", claimed()));
    LoadedThread after = claimsAndCompletes(false);
    assertEquals("bob", after.thread().envelope().executor());
    assertEquals(ThreadStatus.CLAIMED, after.thread().envelope().status());
    assertEquals("claimed", scene.server.statusOf(ref));
    assertEquals(List.of("agent", "bob", "ana", "ana"), scene.speakers(ref));
  }

  @Test
  void aServerThatIsAwaySaysSoAndTheCopyCanStillBeRead() throws Exception {
    scene.poll();
    scene.server.stop();
    ExchangeWriteException away = assertThrows(ExchangeWriteException.class, () -> claim("ana"));
    assertEquals(ExchangeWriteException.Reason.AWAY, away.reason());
    assertEquals("water the plants", scene.writer().read(new Ref(ref)).thread().intent());
    scene.server.startAgain();
    claim("ana");
    assertEquals("ana", scene.thread(ref).envelope().executor());
  }

  @Test
  void historyGoesToTheServerAndIsNotWrittenTwice() throws Exception {
    HistoryEntry told =
        new HistoryEntry("dispatched", Instant.parse("2026-11-21T10:00:00Z"), "exchange", "x");
    scene.writer().appendHistory(new Ref(ref), List.of(told));
    scene.writer().appendHistory(new Ref(ref), List.of(told));
    assertEquals(List.of("dispatched exchange"), scene.history(ref));
    assertEquals(1, patches());
    assertEquals(List.of("agent"), scene.speakers(ref), "nobody said anything");
  }

  @Test
  void historyAndAMessageOfTheExchangeGoToTheServerTogether() throws Exception {
    HistoryEntry failed =
        new HistoryEntry("dispatch_failed", Instant.parse("2026-11-21T10:00:00Z"), "exchange", "x");
    byte[] said =
        MessageWriter.message(
            "exchange", Instant.EPOCH, null, List.of(Map.of("status", Map.of("code", "received"))));
    HistoryUpdate update =
        new HistoryUpdate(
            new Ref(ref),
            null,
            history -> history.contains(failed) ? List.of() : List.of(failed),
            thread -> thread.messages().size() > 1 ? null : said);
    List<String> written = new CopyOnWriteArrayList<>();
    HistoryUpdate.HistoryOutcome outcome =
        new HistoryUpdate.HistoryOutcome() {
          @Override
          public void written(Ref each) {
            written.add(each.value());
          }

          @Override
          public boolean failed(Ref each, ExchangeWriteException failure) {
            throw new AssertionError(failure);
          }
        };
    scene.writer().appendHistories(List.of(update), outcome);
    scene.writer().appendHistories(List.of(update), outcome);
    assertEquals(List.of(ref, ref), written);
    assertEquals(List.of("dispatch_failed exchange"), scene.history(ref));
    assertEquals(1, patches());
    assertEquals(List.of("agent", "exchange"), scene.speakers(ref));
  }

  @Test
  void historyThatWaitsGoesToTheServerWithAClaim() throws Exception {
    WaitingEntry told = waits();
    claim("ana");
    assertTrue(told.written);
    assertEquals(1, patches());
    assertEquals(List.of("dispatched exchange", "claimed ana"), scene.history(ref));
    try (RemoteScene second = second(RemoteServerSimulator.KEY)) {
      second.poll();
      assertEquals(List.of("dispatched exchange", "claimed ana"), second.history(ref));
    }
  }

  @Test
  void historyThatWaitsGoesOnceWithAClaimThatGoesOn() throws Exception {
    WaitingEntry told = waits();
    scene.writer().write(new Ref(ref), RemoteScene.claimsAndCompletes(ref, "ana", false, AT));
    assertTrue(told.written);
    try (RemoteScene second = second(RemoteServerSimulator.KEY)) {
      second.poll();
      assertEquals(
          List.of("dispatched exchange", "claimed ana", "completed ana"), second.history(ref));
    }
  }

  @Test
  void historyStillWaitsWhereTheServerDoesNotTakeIt() {
    WaitingEntry told = waits();
    scene.server.failsWith(503, null);
    assertThrows(ExchangeWriteException.class, () -> claim("ana"));
    scene.server.failsWith(0, null);
    scene.poll();
    assertFalse(told.written, "what is read off the server takes nothing along");
    assertEquals(List.of(), scene.history(ref));
  }

  /** Of the one task, until it is written. */
  private static final class WaitingEntry implements WaitingHistory {
    private static final HistoryEntry TOLD =
        new HistoryEntry(HistoryEntry.DISPATCHED, AT, "exchange", "notified ana");
    private boolean written;

    @Override
    public @Nullable Portion of(Ref ref) {
      return written
          ? null
          : new Portion() {
            @Override
            public List<HistoryEntry> lacking(List<HistoryEntry> history) {
              return history.contains(TOLD) ? List.of() : List.of(TOLD);
            }

            @Override
            public void written() {
              written = true;
            }
          };
    }
  }

  private WaitingEntry waits() {
    WaitingEntry told = new WaitingEntry();
    scene.writer().carry(told);
    return told;
  }

  @Test
  void aSecondGatewayWithTheSameKeyReadsTheSameOffTheServer() throws Exception {
    claim("ana");
    scene
        .writer()
        .appendHistory(
            new Ref(ref),
            List.of(new HistoryEntry("dispatched", Instant.EPOCH, "exchange", "told ana")));
    try (RemoteScene other = second(RemoteServerSimulator.KEY)) {
      other.poll();
      assertEquals(scene.history(ref), other.history(ref));
      assertEquals("ana", other.thread(ref).envelope().executor());
      assertEquals(scene.speakers(ref), other.speakers(ref));
    }
  }

  @Test
  void nobodySpeaksInTheNameOfOurPeopleWithoutOurKey() {
    MessageOrigin messageOrigin =
        new MessageOrigin("1", "ana", Instant.EPOCH, "http", EnvelopeEdit.NOTHING.executor("ana"));
    Map<String, Object> forged =
        new OriginMac(Secret.of("mess_home_another")).entry(new Ref(ref), messageOrigin);
    scene.server.say(ref, "mallory", null, List.of(forged));
    scene.poll();
    assertEquals(List.of("agent", "mallory"), scene.speakers(ref));
    assertEquals(null, scene.thread(ref).envelope().executor());
  }

  @Test
  void whatOurPeopleSaidOnceCannotBeSaidAgainByOthers() throws Exception {
    claim("ana");
    scene.server.repeat(ref, "mallory");
    scene.poll();
    assertEquals(List.of("agent", "ana", "mallory"), scene.speakers(ref));
  }

  @Test
  void aPhotoGoesInsideTheMessage() throws Exception {
    Path photo = folder.resolve("photo.jpg");
    Files.write(photo, new byte[] {1, 2, 3});
    scene.poll();
    String name =
        scene
            .writer()
            .attach(new Ref(ref), List.of(new NewAttachment("image", "door.jpg", photo)))
            .getFirst();
    say(response(Map.of("file", name, "mime", "image/jpeg", "size", 3)));
    assertTrue(scene.server.said(ref).getLast().contains("data:image/jpeg;base64,AQID"));
  }

  @Test
  void aFileThatIsTooLargeForTheServerIsALink() throws Exception {
    Path video = folder.resolve("video.mp4");
    Files.write(video, new byte[7 << 20]);
    scene.poll();
    String name =
        scene
            .writer()
            .attach(new Ref(ref), List.of(new NewAttachment("video", "garden.mp4", video)))
            .getFirst();
    say(response(Map.of("file", name, "mime", "video/mp4", "size", 7 << 20)));
    String last = scene.server.said(ref).getLast();
    assertTrue(last.contains("https://gw.example/att-001-video-garden.mp4"), last);
    assertFalse(last.contains("base64"));
  }

  @Test
  void aNewTaskKeepsWhoAsksAndWhatIsRequired() throws Exception {
    Instant now = Instant.parse("2026-11-21T10:00:00Z");
    NewRequest request =
        new NewRequest(
            "claude",
            "http",
            "feed the cat",
            "cat-1",
            List.of("home-access"),
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            List.of("image"));
    Ref created = scene.writer().create(each -> MessageWriter.thread(each.value(), request, now));
    MessThread thread = scene.thread(created.value());
    assertEquals("claude", thread.envelope().requestor());
    assertEquals("cat-1", thread.envelope().clientId());
    assertEquals(now, thread.envelope().created());
    assertEquals("home-access", thread.request().orElseThrow().requires().getFirst().id());
    assertEquals(1, thread.messages().size(), "the server's short form of it is left out");
  }

  /** A successor: named by us, counted by the server. */
  private record Named(Ref name, Instant at) implements NewThread {

    @Override
    public Optional<Ref> ref() {
      return Optional.of(name);
    }

    @Override
    public byte[] documents(Ref ref) {
      NewRequest request = NewRequest.of("claude", "http", "feed the cat");
      return MessageWriter.thread(ref.value(), request, at);
    }
  }

  @Test
  @Conforms(305)
  void aTaskOfANameOfOursIsMadeOnceAlsoByAGatewayThatKnowsNothingOfIt() throws Exception {
    Named task = new Named(new Ref(ref + "-s1"), Instant.parse("2026-11-21T10:00:00Z"));
    Ref made = scene.writer().create(task);
    assertNotEquals(task.name(), made);
    assertEquals(made, scene.writer().create(task));
    assertEquals(made, second(RemoteServerSimulator.KEY).writer().create(task));
    assertEquals(1, scene.server.calls().stream().filter(call -> call.startsWith("POST")).count());
    Ref other =
        scene
            .writer()
            .create(new Named(new Ref(ref + "-s2"), Instant.parse("2026-11-21T10:00:00Z")));
    assertNotEquals(made, other);
  }

  @Test
  void aThreadThatTheServerMadeAnewUnderItsRefIsAnotherOneHere() throws Exception {
    claim("ana");
    scene.server.vanish(ref);
    assertEquals(ref, scene.server.ask("kim", "water the plants", Instant.now().plusSeconds(60)));
    scene.poll();
    MessThread anew = scene.thread(ref);
    assertEquals("water the plants", anew.intent());
    assertEquals(ThreadStatus.PENDING, anew.envelope().status());
    assertNull(anew.envelope().executor());
  }

  private RemoteScene second(String key) throws Exception {
    return new RemoteScene(Files.createDirectory(folder.resolve("second")), key, scene);
  }

  private LoadedThread claim(String who) throws ExchangeWriteException {
    ThreadAddition claim = RemoteScene.says(ref, who, ThreadStatus.CLAIMED);
    return scene.writer().write(new Ref(ref), thread -> stands(thread, who) ? null : claim);
  }

  private static boolean stands(MessThread thread, String who) {
    return thread.messages().stream().anyMatch(message -> who.equals(message.from()));
  }

  private void say(List<Map<String, Object>> mess) throws ExchangeWriteException {
    byte[] message = MessageWriter.message("ana", Instant.EPOCH, "http", mess);
    @Nullable ThreadAddition addition = new ThreadAddition(message, EnvelopeEdit.NOTHING);
    LoadedThread _ = scene.writer().write(new Ref(ref), _ -> addition);
  }

  private static List<Map<String, Object>> response(Map<String, Object> media) {
    String kind = String.valueOf(media.get("mime")).replaceFirst("/.*", "");
    return List.of(Map.of("response", Map.of("content", List.of("done", Map.of(kind, media)))));
  }

  private static List<Map<String, Object>> claimed() {
    return List.of(Map.of("status", Map.of("code", "claimed")));
  }

  private long patches() {
    return scene.server.calls().stream().filter(call -> call.startsWith("PATCH")).count();
  }
}
