package org.messgateway.gateway.inbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.inbound.EarScene.ANA;
import static org.messgateway.gateway.inbound.EarScene.BEN;
import static org.messgateway.gateway.inbound.EarScene.GROUP;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Deed;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Said;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.Verdict;
import org.messgateway.gateway.people.People;

/** Who acted, about which task, and what it means. */
class ChannelEarTest {

  @TempDir Path folder;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up first.
  private EarScene scene;

  @BeforeEach
  void open() throws IOException {
    scene = new EarScene(folder);
    scene.answers.asked("r1", "check the fridge");
    scene.answers.asked("r2", "count the onions");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aPressTakesTheTaskAndTheSecondIsToldWhoHasIt() throws EarException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    Heard ben = scene.press("8", GROUP, request, Action.CLAIM);
    assertTrue(ben.taken());
    assertTrue(ben.sentence().startsWith("You have it."), ben.sentence());
    assertEquals("ben r1 [{status={code=claimed}}]", scene.last());
    Heard ana = scene.press("7", GROUP, request, Action.CLAIM);
    assertEquals(Heard.refused("Ben has it."), ana);
    assertEquals(List.of("ana heard who has r1"), scene.after);
  }

  @Test
  void whoeverIsUnknownMayNotActIsToldTheirIdAndIsRemembered() throws EarException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    Heard heard = scene.press("99", GROUP, request, Action.CLAIM);
    assertEquals(
        Heard.refused(
            "I do not know you yet. Ask whoever runs Miller home to add you: your id here is 99."),
        heard);
    assertEquals(List.of(), scene.answers.said);
    assertEquals(
        List.of(new People.Unknown("telegram", "99", "Somebody", scene.clock.instant())),
        scene.people.now().unknown());
  }

  @Test
  void peopleOfAGroupWhoTalkToEachOtherAreLeftAlone() throws EarException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    Deed talk = new Deed.Wrote("ok, see you at 1", List.of(), null);
    assertEquals(Heard.SILENTLY, scene.did("99", GROUP, null, talk));
    assertEquals(Heard.SILENTLY, scene.did("7", GROUP, null, talk));
    Deed ok = new Deed.Wrote("ok", List.of(), null);
    assertEquals(Heard.SILENTLY, scene.did("7", GROUP, null, ok));
    assertEquals(Heard.SILENTLY, scene.reply("7", "nothing of ours", "1"));
    assertEquals(List.of(), scene.answers.said);
    assertEquals(List.of(), scene.people.now().unknown());
  }

  @Test
  void aPrivateAddressThatSeveralShareActsAsTheOneWhoWasTold() throws EarException {
    scene.members.add(EarScene.member("carl", "Carl", Set.of(ANA), Set.of()));
    scene.told("r1", "carl", "sms", ANA);
    scene.sms(ANA, "done the milk is out");
    assertTrue(scene.last().startsWith("ana r1"), scene.last());
    String telegram = scene.told("r2", "carl", "telegram", ANA);
    scene.press(ANA, ANA, telegram, Action.CLAIM);
    assertTrue(scene.last().startsWith("carl r2"), scene.last());
  }

  @Test
  void aPressOnTheMessageOfAnEarlierRoundStillMeansItsTask() throws EarException {
    scene.inAGroup();
    String old = scene.told("r1", "ana", "telegram", GROUP);
    scene.told("r1", "ana", "telegram", GROUP, NotificationKind.REMINDER);
    assertTrue(scene.press("7", GROUP, old, Action.CLAIM).taken());
  }

  @Test
  void aButtonOfNoMessageOfOursDoesNothing() throws EarException {
    scene.inAGroup();
    for (String forged : List.of("0".repeat(32), "' OR 1=1", "")) {
      assertFalse(scene.press("7", GROUP, forged, Action.CLAIM).taken());
    }
    String elsewhere = scene.told("r1", "ana", "sms", GROUP);
    assertFalse(scene.press("7", GROUP, elsewhere, Action.CLAIM).taken());
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  void formsBecomeReasonsQuestionsAndAnswers() throws EarException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    scene.press("7", GROUP, request, Action.DECLINE, Map.of("reason", "abroad"));
    assertEquals("ana r1 [{status={code=declined, reason=abroad}}]", scene.last());
    Heard asked = scene.press("7", GROUP, request, Action.ASK, Map.of("question", "which one?"));
    assertEquals("Asked. The answer of claude-agent will come here.", asked.sentence());
    assertTrue(scene.last().contains("needs_input"), scene.last());
    assertTrue(scene.last().contains("question=which one?"), scene.last());
    Heard done = scene.press("7", GROUP, request, Action.DONE, Map.of("text", "2 onions"));
    assertEquals("Saved. claude-agent has your answer.", done.sentence());
    assertEquals(
        "ana r1 [{status={code=completed}}, {response={content=[2 onions]}}]", scene.last());
    Heard late = scene.press("7", GROUP, request, Action.GIVE_BACK);
    assertEquals("Already done: \"check the fridge\".", late.sentence());
  }

  @Test
  void aPhotoSentAsAReplyIsTheAnswerAndItsCaptionTheText() throws EarException, IOException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    Heard heard =
        scene.reply("7", "r1request", "top shelf", EarScene.photo("one"), EarScene.photo("two"));
    assertEquals(Heard.taken("Saved. claude-agent has your answer."), heard);
    assertEquals(
        "ana r1 [{status={code=claimed}}, {status={code=completed}}, {response={content="
            + "[top shelf, {image={part=file1}}, {image={part=file2}}]}}]",
        scene.last());
    assertEquals(List.of("file1=one", "file2=two"), scene.answers.contents);
    assertEquals(List.of(), scene.spooled());
  }

  @Test
  void aPlaceIsAnAnswerToo() throws EarException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene
        .ear("telegram")
        .hear(
            new Said(
                "up1",
                "7",
                null,
                GROUP,
                null,
                EarScene.receipt("r1request"),
                new Deed.Wrote("", List.of(), new Deed.Place(52.5, 13.4, "Berlin"))));
    assertTrue(scene.last().contains("{location={lat=52.5, lng=13.4, name=Berlin}}"), scene.last());
  }

  @Test
  void whatIsTooLargeIsRefusedWithTheLimitAndALink() throws EarException, IOException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene.answers.page = URI.create("https://mess.example/r/x?t=y");
    Heard heard = scene.reply("7", "r1request", "", EarScene.photoOfSize((20L << 20) + 1));
    assertEquals(
        Heard.refused(
            "That is too large: 20 MB a file at most. Here: https://mess.example/r/x?t=y"),
        heard);
    assertEquals(List.of(), scene.answers.said);
    assertEquals(List.of(), scene.spooled());
  }

  @Test
  void aReplyInWordsIsTheAnswerAndANumberIsOneOnceTheyHaveIt() throws EarException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.reply("7", "r1request", "1").sentence().startsWith("You have it."));
    scene.reply("7", "r1request", "2");
    assertEquals("ana r1 [{status={code=completed}}, {response={content=[2]}}]", scene.last());
  }

  @Test
  void yesAndNoAnswerAConfirmation() throws EarException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.told("r3", "ana", "telegram", GROUP);
    scene.reply("7", "r3request", "Nein.");
    assertTrue(scene.last().contains("{confirmation=false}"), scene.last());
  }

  @Test
  void yesToStillOnItIsNoAnswerToTheTask() throws EarException {
    scene.inAGroup();
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ana");
    scene.told("r1", "ana", "telegram", GROUP, NotificationKind.REMINDER);
    scene.reply("7", "r1reminder", "yes");
    assertEquals("ana r1 [{status={code=in_progress}}]", scene.last());
    scene.reply("7", "r1reminder", "almost there");
    assertEquals("ana r1 [{status={code=in_progress, message=almost there}}]", scene.last());
    scene.reply("7", "r1reminder", "done it is empty");
    assertTrue(scene.last().contains("content=[it is empty]"), scene.last());
  }

  @Test
  void bySmsOneTakesTwoPassesAndDoneAnswers() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    assertEquals(
        "You have it. Send a photo, or write DONE and what you found.",
        scene.sms(ANA, "1").sentence());
    assertEquals("ana r1 [{status={code=claimed}}]", scene.last());
    Heard chatter = scene.sms(ANA, "thanks a lot");
    assertEquals(
        Heard.refused(
            "Write DONE and what you found, ASK and a question, or BACK to give it back."),
        chatter);
    assertEquals("Saved. claude-agent has your answer.", scene.sms(ANA, "Done 2 eggs").sentence());
    assertEquals("ana r1 [{status={code=completed}}, {response={content=[2 eggs]}}]", scene.last());
  }

  @Test
  void bySmsAPhotoIsTheAnswerOfTheOneTaskTheyHave() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    scene.answers.stands("r2", ThreadStatus.CLAIMED, "ana");
    scene.sms(ANA, "", EarScene.photo("eggs"));
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void whenSeveralAreOpenTheyAreAskedWhichAndLettersTell() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    Heard which = scene.sms(ANA, "1");
    assertFalse(which.taken());
    assertTrue(which.sentence().startsWith("You have two open: "), which.sentence());
    assertTrue(which.sentence().matches(".*Write [AB]1 or [AB]1\\."), which.sentence());
    assertTrue(which.sentence().length() <= 160, which.sentence());
    assertEquals(List.of(), scene.answers.said);
    boolean fridgeIsA = which.sentence().contains("A check the fridge");
    scene.sms(ANA, "a1");
    assertTrue(scene.last().startsWith(fridgeIsA ? "ana r1" : "ana r2"), scene.last());
    scene.sms(ANA, "B: nothing there");
    assertTrue(scene.last().startsWith(fridgeIsA ? "ana r2" : "ana r1"), scene.last());
    assertTrue(scene.last().contains("[nothing there]"), scene.last());
  }

  @Test
  void whatOthersHaveIsNotOpenForThem() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    assertTrue(scene.sms(ANA, "1").taken());
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void whoTextsAMomentTooLateIsToldWhoHasItAndWhatTheySentIsPassedOn() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    Heard second = scene.sms(ANA, "1");
    assertTrue(second.sentence().startsWith("Ben has it."), second.sentence());
    assertTrue(scene.sms(ANA, "", EarScene.photo("jpeg")).sentence().contains("Ben has it."));
    assertTrue(scene.last().startsWith("ana r1 "), scene.last());
    assertEquals("Nothing is open for you here now.", scene.sms(BEN, "1").sentence());
    assertEquals("Nothing is open for you here now.", scene.sms(ANA, "thanks").sentence());
  }

  @Test
  void theCarriersWordsAreLeftAlone() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    for (String word : List.of("STOP", "help", "Cancel", "START")) {
      assertEquals(Heard.SILENTLY, scene.sms(ANA, word));
    }
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  void aTextHeardTwiceMeansTheSameTask() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    Said take = EarScene.text("SM77", ANA, "1");
    scene.ear("sms").hear(take);
    scene.told("r2", "ana", "sms", ANA);
    assertEquals(Heard.taken("Got that already."), scene.ear("sms").hear(take));
    assertEquals(1, scene.answers.said.size());
  }

  @Test
  void aTextHeardAgainAfterACrashMeansTheTaskItMeantBefore() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.dieAfterWriting();
    Said take = EarScene.text("SM77", ANA, "1");
    assertThrows(EarException.class, () -> scene.ear("sms").hear(take));
    scene.told("r2", "ana", "sms", ANA);
    Heard again = scene.ear("sms").hear(take);
    assertTrue(again.taken(), again.sentence());
    assertEquals(List.of("r1"), scene.answers.said.stream().map(one -> one.ref()).toList());
  }

  @Test
  void whatCannotBeWrittenNowHasToComeAgain() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.always = new Verdict.NotNow("The disk is full.");
    Said take = EarScene.text("SM77", ANA, "1");
    assertThrows(EarException.class, () -> scene.ear("sms").hear(take));
    scene.answers.always = null;
    assertTrue(scene.ear("sms").hear(take).sentence().startsWith("You have it."));
  }

  @Test
  void noSentenceIsLongerThanOneTextMessageOrSpeaksOurWords() {
    Sayings sms = new Sayings(false);
    for (String sentence :
        List.of(
            sms.yours(),
            sms.yoursAlready(),
            sms.saved("a-very-long-name-of-an-agent-that-asks-for-things"),
            sms.helpFree("A"),
            sms.helpHeld("A"),
            sms.unknown("The home of the Millers and their friends", "+14155550123"),
            sms.quietUntil(scene.clock.instant(), scene.clock.instant(), java.time.ZoneOffset.UTC),
            sms.over(ThreadStatus.EXPIRED, "check what is in the fridge and on the shelf", true))) {
      assertTrue(sentence.length() <= 160, sentence);
      assertFalse(
          sentence.matches("(?i).*\\b(thread|executor|delivery|exchange|round|lane)\\b.*"),
          sentence);
    }
  }

  @Test
  void pauseListAndResumeWorkByTextAndByCommand() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    assertEquals("\"check the fridge\"", scene.sms(ANA, "list").sentence());
    Heard paused = scene.sms(ANA, "pause 2h");
    assertEquals(
        "Quiet until 11:00. Urgent tasks still come. Write RESUME to end it.", paused.sentence());
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isPresent());
    assertEquals(List.of("people"), scene.after);
    assertTrue(scene.sms(ANA, "resume").taken());
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isEmpty());
    assertTrue(scene.did(BEN, BEN, null, new Deed.Paused("until 18:00")).taken());
    assertTrue(scene.people.now().pausedUntil("ben", scene.clock.instant()).isPresent());
    assertFalse(scene.did("99", "99", null, new Deed.Paused("")).taken());
  }

  @Test
  void aCodeLinksAGroupToTheOneWhoOpenedIt() throws EarException {
    String code = scene.people.invite("ana", "telegram", scene.clock.instant());
    Heard welcome = scene.did("7", GROUP, null, new Deed.Linked(code));
    assertTrue(welcome.taken());
    assertTrue(welcome.sentence().contains("Miller home"), welcome.sentence());
    assertEquals(GROUP, scene.people.now().linked().getFirst().address());
    assertEquals("7", scene.people.now().linked().getFirst().person());
    assertFalse(scene.did("8", "8", null, new Deed.Linked(code)).taken());
    assertFalse(scene.did("8", "8", null, new Deed.Linked("guess")).taken());
  }

  @Test
  void whoOptsOutAtTheServiceIsSilentAndHearsNothing() throws EarException {
    assertEquals(Heard.SILENTLY, scene.did(ANA, ANA, null, new Deed.OptedOut(true)));
    assertTrue(scene.people.now().isOptedOut("telegram", ANA));
    scene.did(ANA, ANA, null, new Deed.OptedOut(true));
    assertEquals(List.of("people"), scene.after);
    scene.did(ANA, ANA, null, new Deed.OptedOut(false));
    assertFalse(scene.people.now().isOptedOut("telegram", ANA));
  }

  @Test
  void aGroupThatMovedIsKnownByItsNewAddress() throws EarException {
    scene.did("7", "-5", null, new Deed.Moved("-1005"));
    scene.did("7", "-5", null, new Deed.Moved("-1005"));
    assertEquals("-1005", scene.people.now().current("telegram", "-5"));
    assertEquals(List.of("people"), scene.after);
  }

  @Test
  void anAddressTooLongToKeepIsNeitherFollowedNorLinkedAndTheOperatorsAreTold()
      throws EarException {
    String tooLong = "-".repeat(Address.LONGEST + 1);
    scene.did("7", "-5", null, new Deed.Moved(tooLong));
    assertEquals("-5", scene.people.now().current("telegram", "-5"));
    String code = scene.people.invite("ana", "telegram", scene.clock.instant());
    Heard heard = scene.did("7", tooLong, null, new Deed.Linked(code));
    assertFalse(heard.taken());
    assertEquals("This cannot be used here. Open the link somewhere else.", heard.sentence());
    assertTrue(scene.people.waits(code), "elsewhere it is still good");
    String told = "telegram names an address of 2001 bytes";
    assertEquals(List.of(told, told), scene.after);
  }

  @Test
  void aMessageThatDidNotArriveAfterAllCountsAsNotTold() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    Deed failed =
        new Deed.Standing(
            new org.messgateway.api.Correctable.Standing.Failed(
                org.messgateway.api.FailureReason.INVALID_ADDRESS, "No such number."));
    Said said = new Said("ev", ANA, null, ANA, null, EarScene.receipt("r1request"), failed);
    scene.ear("sms").hear(said);
    scene.ear("sms").hear(said);
    assertEquals(List.of("r1 rejected"), scene.after);
  }

  @Test
  void rawEventsAreKeptForTheAdapterAndOursAreNotAmongThem() throws EarException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.dieAfterWriting();
    assertThrows(EarException.class, () -> scene.sms(ANA, "1"));
    ChannelEar ear = scene.ear("sms");
    assertTrue(ear.keep("SM1", "raw".getBytes(UTF_8)));
    assertFalse(ear.keep("SM1", "raw".getBytes(UTF_8)));
    assertEquals(List.of("SM1"), ear.kept().stream().map(kept -> kept.id()).toList());
    ear.done("SM1");
    assertEquals(List.of(), ear.kept());
    assertFalse(ear.keep("SM1", "raw".getBytes(UTF_8)));
  }

  @Test
  void aLinkPreviewOrAGreetingChangesNothing() throws EarException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.did("7", GROUP, null, new Deed.Greeted()).taken());
    assertTrue(scene.did("7", GROUP, null, new Deed.Listed()).taken());
    assertEquals(List.of(), scene.answers.said);
  }
}
