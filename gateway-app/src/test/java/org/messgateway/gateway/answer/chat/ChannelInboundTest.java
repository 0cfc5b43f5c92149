package org.messgateway.gateway.answer.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.answer.chat.ChatScene.ANA;
import static org.messgateway.gateway.answer.chat.ChatScene.BEN;
import static org.messgateway.gateway.answer.chat.ChatScene.GROUP;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.Address;
import org.messgateway.api.AnswerButton;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundReply;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.testkit.Conforms;

/** Who acted, about which task, and what it means. */
class ChannelInboundTest {

  @TempDir Path folder;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up first.
  private ChatScene scene;

  @BeforeEach
  void open() throws IOException {
    scene = new ChatScene(folder);
    scene.answers.asked("r1", "check the fridge");
    scene.answers.asked("r2", "count the onions");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aPressTakesTheTaskAndTheSecondIsToldWhoHasIt() throws InboundException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    InboundReply ben = scene.press("8", GROUP, request, MessageButton.CLAIM);
    assertTrue(ben.accepted());
    assertTrue(ben.sentence().startsWith("You have it."), ben.sentence());
    assertEquals("ben r1 [{status={code=claimed}}]", scene.last());
    InboundReply ana = scene.press("7", GROUP, request, MessageButton.CLAIM);
    assertEquals(InboundReply.refused("Ben has it."), ana);
    assertEquals(List.of("ana heard who has r1"), scene.after);
  }

  @Test
  void whoeverIsUnknownMayNotActIsToldTheirIdAndIsRemembered() throws InboundException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    InboundReply reply = scene.press("99", GROUP, request, MessageButton.CLAIM);
    assertEquals(
        InboundReply.refused(
            "I do not know you yet. Ask whoever runs Miller home to add you: your id here is 99."),
        reply);
    assertEquals(List.of(), scene.answers.said);
    assertEquals(
        List.of(new PeopleState.Unknown("telegram", "99", "Somebody", scene.clock.instant())),
        scene.people.now().unknown());
  }

  @Test
  void whoWasNeitherToldOfATaskNorIsAbleMayNotActOnIt() throws InboundException {
    InboundReply refusal =
        InboundReply.refused("This task did not come to you, so somebody else has to answer it.");
    String request = scene.told("r1", "ana", "telegram", ANA);
    for (MessageButton button : MessageButton.values()) {
      Map<String, String> fields = Map.of("text", "x", "question", "x?", "reason", "x");
      assertEquals(refusal, scene.press(BEN, BEN, request, button, fields), button.toString());
    }
    assertEquals(refusal, scene.ear("telegram").report(replyOfBen("r1request", "done 2 onions")));
    assertEquals(List.of(), scene.answers.said);
    assertTrue(scene.press(ANA, ANA, request, MessageButton.CLAIM).accepted());
  }

  private static InboundEvent replyOfBen(String message, String text) {
    return new InboundEvent(
        "up-ben",
        BEN,
        "Ben",
        BEN,
        null,
        ChatScene.receipt(message),
        new InboundAction.ChatMessage(text, List.of(), null));
  }

  @Test
  void whoIsAbleHoldsItOrWasToldElsewhereMayActByAnyMessageOfTheTask() throws InboundException {
    String request = scene.told("r1", "ana", "telegram", ANA);
    scene.answers.able.add("ben");
    assertTrue(scene.press(BEN, BEN, request, MessageButton.CLAIM).accepted());
    scene.answers.able.clear();
    Map<String, String> found = Map.of("text", "2 onions");
    assertTrue(scene.press(BEN, BEN, request, MessageButton.DONE, found).accepted(), "he holds it");
    String other = scene.told("r2", "ana", "telegram", ANA);
    assertFalse(scene.press(BEN, BEN, other, MessageButton.CLAIM).accepted());
    scene.told("r2", "ben", "sms", BEN);
    assertTrue(scene.press(BEN, BEN, other, MessageButton.CLAIM).accepted(), "told by SMS");
  }

  @Test
  void whoSpeaksWhereATaskStandsWasToldWithoutAnAddressThereOfTheirOwn() throws InboundException {
    scene.inAGroup();
    scene.members.add(ChatScene.member("dora", "Dora", Set.of(), Set.of("9")));
    String request = scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.press("9", GROUP, request, MessageButton.CLAIM).accepted());
    String other = scene.told("r2", "ana", "telegram", GROUP);
    assertFalse(scene.press("9", "9", other, MessageButton.CLAIM).accepted(), "in private");
  }

  @Test
  void peopleOfAGroupWhoTalkToEachOtherAreLeftAlone() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    InboundAction talk = new InboundAction.ChatMessage("ok, see you at 1", List.of(), null);
    assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.did("99", GROUP, null, talk));
    assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.did("7", GROUP, null, talk));
    InboundAction ok = new InboundAction.ChatMessage("ok", List.of(), null);
    assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.did("7", GROUP, null, ok));
    assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.reply("7", "nothing of ours", "1"));
    assertEquals(List.of(), scene.answers.said);
    assertEquals(List.of(), scene.people.now().unknown());
  }

  /** Everybody in the group reads the answer, and its links act as its reader. */
  @Test
  void whoAsksForTheListInAGroupIsToldWhatIsOpenThereAlone() throws InboundException {
    scene.members.clear();
    scene.members.add(ChatScene.member("ana", "Ana", Set.of(GROUP, "7"), Set.of("7")));
    scene.told("r1", "ana", "telegram", GROUP);
    scene.told("r2", "ana", "telegram", "7");
    InboundAction list = new InboundAction.ListRequest();
    assertEquals("\"check the fridge\"", scene.did("7", GROUP, null, list).sentence());
    assertEquals("\"count the onions\"", scene.did("7", "7", null, list).sentence());
  }

  @Test
  void inADirectConversationOfAnotherNameThePersonsTasksAreOpen() throws InboundException {
    scene.inSlack();
    scene.told("r1", "ana", "slack", "U1");
    assertEquals("\"check the fridge\"", scene.direct("list").sentence());
    scene.members.clear();
    String unknown = scene.direct("1").sentence();
    assertTrue(unknown.endsWith("your id here is U1."), unknown);
  }

  @Test
  void aPrivateAddressThatSeveralShareActsAsTheOneWhoWasTold() throws InboundException {
    scene.members.add(ChatScene.member("carl", "Carl", Set.of(ANA), Set.of()));
    scene.told("r1", "carl", "sms", ANA);
    scene.sms(ANA, "done the milk is out");
    assertTrue(scene.last().startsWith("ana r1"), scene.last());
    String telegram = scene.told("r2", "carl", "telegram", ANA);
    scene.press(ANA, ANA, telegram, MessageButton.CLAIM);
    assertTrue(scene.last().startsWith("carl r2"), scene.last());
  }

  @Test
  void aPressOnTheMessageOfAnEarlierRoundStillMeansItsTask() throws InboundException {
    scene.inAGroup();
    String old = scene.told("r1", "ana", "telegram", GROUP);
    scene.told("r1", "ana", "telegram", GROUP, NotificationKind.REMINDER);
    assertTrue(scene.press("7", GROUP, old, MessageButton.CLAIM).accepted());
  }

  @Test
  void aButtonOfNoMessageOfOursDoesNothing() throws InboundException {
    scene.inAGroup();
    for (String forged : List.of("0".repeat(32), "' OR 1=1", "")) {
      assertFalse(scene.press("7", GROUP, forged, MessageButton.CLAIM).accepted());
    }
    String elsewhere = scene.told("r1", "ana", "sms", GROUP);
    assertFalse(scene.press("7", GROUP, elsewhere, MessageButton.CLAIM).accepted());
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  @Conforms({60, 81})
  void formsBecomeReasonsQuestionsAndAnswers() throws InboundException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    scene.press("7", GROUP, request, MessageButton.DECLINE, Map.of("reason", "abroad"));
    assertEquals("ana r1 [{status={code=declined, reason=abroad}}]", scene.last());
    InboundReply asked =
        scene.press("7", GROUP, request, MessageButton.ASK, Map.of("question", "which one?"));
    assertEquals("Asked. The answer of claude-agent will come here.", asked.sentence());
    assertTrue(scene.last().contains("needs_input"), scene.last());
    assertTrue(scene.last().contains("question=which one?"), scene.last());
    InboundReply done =
        scene.press("7", GROUP, request, MessageButton.DONE, Map.of("text", "2 onions"));
    assertEquals("Saved. claude-agent has your answer.", done.sentence());
    assertEquals(
        "ana r1 [{status={code=completed}}, {response={content=[2 onions]}}]", scene.last());
    InboundReply late = scene.press("7", GROUP, request, MessageButton.GIVE_BACK);
    assertEquals("Already done: \"check the fridge\".", late.sentence());
  }

  @Test
  void aPhotoSentAsAReplyIsTheAnswerAndItsCaptionTheText() throws InboundException, IOException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    InboundReply reply =
        scene.reply("7", "r1request", "top shelf", ChatScene.photo("one"), ChatScene.photo("two"));
    assertEquals(InboundReply.accepted("Saved. claude-agent has your answer."), reply);
    assertEquals(
        "ana r1 [{status={code=claimed}}, {status={code=completed}}, {response={content="
            + "[top shelf, {image={part=file1}}, {image={part=file2}}]}}]",
        scene.last());
    assertEquals(List.of("file1=one", "file2=two"), scene.answers.contents);
    assertEquals(List.of(), scene.spooled());
  }

  /** The picture would be the answer to the task that Ana was asked before. */
  @Test
  void whoAnswersBeforeTheServiceHasNamedTheMessageIsHeardAsSoonAsItHas() throws Exception {
    scene.told("r1", "ana", "telegram", ANA);
    scene.press(ANA, ANA, scene.told("r1", "ana", "telegram", ANA), MessageButton.CLAIM);
    Runnable named = scene.telling("r2", "ana", "telegram", ANA);
    ChannelInbound ear = scene.ear("telegram");
    InboundEvent reply = photoOfAna("up-fast", "r2request");
    assertThrows(InboundException.class, () -> ear.report(reply));
    scene.clock.advance(Duration.ofSeconds(2));
    assertThrows(InboundException.class, () -> ear.report(reply));
    named.run();
    assertTrue(ear.report(reply).accepted());
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void anAnswerToAMessageThatNobodyKnowsWaitsHalfAMinuteForWhatIsBeingSent() throws Exception {
    scene.told("r1", "ana", "telegram", ANA);
    ChannelInbound ear = scene.ear("telegram");
    InboundEvent early = photoOfAna("up-1", "unknown");
    assertTrue(ear.report(early).accepted(), "nothing is being sent");
    Runnable _ = scene.telling("r2", "ana", "telegram", ANA);
    InboundEvent later = photoOfAna("up-2", "unknown");
    assertThrows(InboundException.class, () -> ear.report(later));
    scene.clock.advance(Duration.ofSeconds(30));
    assertFalse(ear.report(later).sentence().isEmpty(), "it is answered as well as it can be");
  }

  private static InboundEvent photoOfAna(String id, String message) {
    return new InboundEvent(
        id,
        ANA,
        "Ana",
        ANA,
        null,
        ChatScene.receipt(message),
        new InboundAction.ChatMessage("", List.of(ChatScene.photo("shelf")), null));
  }

  @Test
  void whoTextsWhileTheOnlyTaskIsBeingSentIsNotToldThatNothingIsOpen() throws Exception {
    Runnable sent = scene.telling("r1", "ana", "sms", ANA);
    InboundEvent text = ChatScene.text("SM-fast", ANA, "1");
    ChannelInbound ear = scene.ear("sms");
    assertThrows(InboundException.class, () -> ear.report(text));
    sent.run();
    assertTrue(ear.report(text).accepted());
    assertEquals("ana r1 [{status={code=claimed}}]", scene.last());
  }

  @Test
  void whoTextsTooLateIsToldAtOnceAlsoWhileTheyAreBeingToldThatItIsTaken() throws Exception {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    Runnable _ = scene.telling("r1", "ana", "sms", ANA, NotificationKind.TAKEN);
    assertEquals("Ben has it.", scene.sms(ANA, "1").sentence());
  }

  @Test
  void aPlaceIsAnAnswerToo() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene
        .ear("telegram")
        .report(
            new InboundEvent(
                "up1",
                "7",
                null,
                GROUP,
                null,
                ChatScene.receipt("r1request"),
                new InboundAction.ChatMessage(
                    "", List.of(), new InboundAction.GeoPoint(52.5, 13.4, "Berlin"))));
    assertTrue(scene.last().contains("{location={lat=52.5, lng=13.4, name=Berlin}}"), scene.last());
  }

  @Test
  void whatIsTooLargeIsRefusedWithTheLimitAndALink() throws InboundException, IOException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene.answers.page = URI.create("https://mess.example/r/x?t=y");
    InboundReply reply = scene.reply("7", "r1request", "", ChatScene.photoOfSize((20L << 20) + 1));
    assertEquals(
        InboundReply.refused(
            "That is too large: 20 MB a file at most. Here: https://mess.example/r/x?t=y"),
        reply);
    assertEquals(List.of(), scene.answers.said);
    assertEquals(List.of(), scene.spooled());
  }

  @Test
  void aReplyInWordsIsTheAnswerAndANumberIsOneOnceTheyHaveIt() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.reply("7", "r1request", "1").sentence().startsWith("You have it."));
    scene.reply("7", "r1request", "2");
    assertEquals("ana r1 [{status={code=completed}}, {response={content=[2]}}]", scene.last());
  }

  @Test
  void yesAndNoAnswerAConfirmation() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.told("r3", "ana", "telegram", GROUP);
    scene.reply("7", "r3request", "Nein.");
    assertTrue(scene.last().contains("{confirmation=false}"), scene.last());
  }

  private static String code(ChatTask task, AnswerButton.Kind kind) {
    return task.answer(kind).orElseThrow().code();
  }

  @Test
  void oneTapTakesATaskAndAnswersIt() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    String told = scene.told("r3", "ana", "telegram", GROUP);
    ChatTask task = scene.answers.task("", "r3").orElseThrow();
    String no = code(task, AnswerButton.Kind.NO);
    InboundReply reply = scene.did("7", GROUP, told, new InboundAction.AnswerPress(no));
    assertTrue(reply.accepted(), reply.sentence());
    assertEquals(
        "ana r3 [{status={code=claimed}}, {status={code=completed}},"
            + " {response={content=[{confirmation=false}]}}]",
        scene.last());
  }

  @Test
  void whoHasItAnswersByOneTapToo() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.answers.stands("r3", ThreadStatus.CLAIMED, "ana");
    String told = scene.told("r3", "ana", "telegram", GROUP);
    ChatTask task = scene.answers.task("", "r3").orElseThrow();
    scene.did("7", GROUP, told, new InboundAction.AnswerPress(code(task, AnswerButton.Kind.YES)));
    assertEquals(
        "ana r3 [{status={code=completed}}, {response={content=[{confirmation=true}]}}]",
        scene.last());
  }

  @Test
  void aTapThatComesSecondIsToldWhoHasTheTask() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    String told = scene.told("r3", "ana", "telegram", GROUP);
    String yes = code(scene.answers.task("", "r3").orElseThrow(), AnswerButton.Kind.YES);
    scene.answers.stands("r3", ThreadStatus.CLAIMED, "ben");
    InboundReply reply = scene.did("7", GROUP, told, new InboundAction.AnswerPress(yes));
    assertFalse(reply.accepted());
    assertTrue(reply.sentence().toLowerCase(Locale.ROOT).contains("ben"), reply.sentence());
  }

  @Test
  void theButtonOfAnOldMessageDoesNotAnswerAnotherQuestion() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "may I order onions", "confirmation");
    String told = scene.told("r3", "ana", "telegram", GROUP);
    String yes = code(scene.answers.task("", "r3").orElseThrow(), AnswerButton.Kind.YES);
    scene.answers.asked("r3", "may I sell the house", "confirmation");
    for (String stale : List.of(yes, "choice0-00000000", "yes", "")) {
      InboundReply reply = scene.did("7", GROUP, told, new InboundAction.AnswerPress(stale));
      assertFalse(reply.accepted());
      assertTrue(reply.sentence().startsWith("This asks something else"), reply.sentence());
    }
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  void forAYesOrNoTheNumbersAreYesAndNo() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.told("r3", "ana", "telegram", GROUP);
    scene.reply("7", "r3request", "2");
    assertTrue(scene.last().contains("{confirmation=false}"), scene.last());
  }

  @Test
  void theNumbersOfChoicesAreTheChoices() throws InboundException {
    scene.answers.askedToChoose("r3", "which milk", "milk", "whole", "skimmed", "oat");
    scene.told("r3", "ana", "sms", ANA);
    assertEquals(
        InboundReply.refused("Write 1 for whole, 2 for skimmed, 3 for oat."),
        scene.sms(ANA, "the usual"));
    assertEquals(
        InboundReply.accepted("Saved. claude-agent has your answer."), scene.sms(ANA, "3."));
    assertEquals(
        "ana r3 [{status={code=claimed}}, {status={code=completed}}, {response={content="
            + "[{structured={milk=oat}}]}}]",
        scene.last());
  }

  @Test
  void theNumberOfAChoiceMeansTheOneTaskThatHasIt() throws InboundException {
    scene.answers.askedToChoose("r3", "which milk", "milk", "whole", "skimmed", "oat");
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r3", "ana", "sms", ANA);
    assertTrue(scene.sms(ANA, "3").accepted());
    assertTrue(scene.last().contains("milk=oat"), scene.last());
  }

  /** A list says "A1 to take A": whoever takes a question has not said yes to it. */
  @Test
  void theNumbersOfAListTakeAQuestionAndDoNotAnswerIt() throws InboundException {
    scene.answers.asked("r3", "may I sell the house", "confirmation");
    scene.listed("r3", "ana", "sms", ANA);
    assertTrue(scene.sms(ANA, "1").accepted());
    assertEquals("ana r3 [{status={code=claimed}}]", scene.last());
    scene.sms(ANA, "yes");
    assertTrue(scene.last().contains("{confirmation=true}"), scene.last());
  }

  /** A list names several tasks, so its message means none of them. */
  @Test
  void aReplyToAListReachesTheTaskThatItsWordsMean() throws InboundException {
    scene.inAGroup();
    scene.listed("r1", "ana", "telegram", GROUP);
    scene.listed("r2", "ana", "telegram", GROUP);
    String list = scene.list("ana", "telegram", GROUP);
    String which = scene.reply("7", list, "1").sentence();
    assertTrue(which.startsWith("You have two open: "), which);
    scene.reply("7", list, which.contains("A check the fridge") ? "A1" : "B1");
    assertEquals("ana r1 [{status={code=claimed}}]", scene.last());
    scene.reply("7", list, "done it is empty");
    assertEquals(
        "ana r1 [{status={code=completed}}, {response={content=[it is empty]}}]", scene.last());
    scene.reply("7", list, "", ChatScene.photo("onions"));
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void yesToStillOnItIsNoAnswerToTheTask() throws InboundException {
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
  void yesToStillOnItIsNoAnswerToAYesOrNo() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.answers.stands("r3", ThreadStatus.CLAIMED, "ana");
    scene.told("r3", "ana", "telegram", GROUP);
    scene.told("r3", "ana", "telegram", GROUP, NotificationKind.REMINDER);
    assertTrue(scene.reply("7", "r3reminder", "yes").accepted());
    assertEquals("ana r3 [{status={code=in_progress}}]", scene.last());
    assertFalse(scene.reply("7", "r3reminder", "no").accepted(), "does it go back?");
    assertEquals(1, scene.answers.said.size());
    scene.reply("7", "r3request", "yes");
    assertTrue(scene.last().contains("{confirmation=true}"), scene.last());
  }

  /** Slack names the first message of a thread, whichever of its messages is answered. */
  @Test
  void yesToStillOnItIsNoAnswerInAThreadEither() throws InboundException {
    scene.inAGroup();
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ana");
    scene.told("r1", "ana", "telegram", GROUP);
    scene.reminded("r1", "ana", "telegram", GROUP, "r1request");
    scene.reply("7", "r1request", "yes");
    assertEquals("ana r1 [{status={code=in_progress}}]", scene.last());
    scene.reply("7", "r1request", "almost there");
    assertEquals("ana r1 [{status={code=in_progress, message=almost there}}]", scene.last());
    scene.reply("7", "r1request", "done it is empty");
    assertTrue(scene.last().contains("content=[it is empty]"), scene.last());
  }

  @Test
  void aReplyToTheRequestIsTheAnswerAlsoAfterAReminderOutsideOfItsThread() throws InboundException {
    scene.inAGroup();
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ana");
    scene.told("r1", "ana", "telegram", GROUP);
    scene.told("r1", "ana", "telegram", GROUP, NotificationKind.REMINDER);
    scene.reply("7", "r1request", "it is empty");
    assertTrue(scene.last().contains("content=[it is empty]"), scene.last());
  }

  @Test
  void bySmsYesToStillOnItIsNoAnswerButTheTaughtNumberIs() throws InboundException {
    scene.answers.asked("r3", "is the door locked", "confirmation");
    scene.answers.stands("r3", ThreadStatus.CLAIMED, "ana");
    scene.told("r3", "ana", "sms", ANA);
    scene.told("r3", "ana", "sms", ANA, NotificationKind.REMINDER);
    scene.sms(ANA, "yes");
    assertEquals("ana r3 [{status={code=in_progress}}]", scene.last());
    scene.sms(ANA, "2");
    assertTrue(scene.last().contains("{confirmation=false}"), scene.last());
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "Offen.", "status", "list", "continue", "weiter"})
  void aWordThatIsACommandElsewhereIsTheAnswerInReplyToTheTask(String word)
      throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.reply("7", "r1request", word).accepted());
    assertTrue(scene.last().endsWith("{response={content=[" + word + "]}}]"), scene.last());
  }

  @Test
  void whoRepliesWithACommandWordAndAQuestionMarkAsks() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene.reply("7", "r1request", "what?");
    assertTrue(scene.last().contains("question=what?"), scene.last());
  }

  /** Else the task would end with "not now" as its answer. */
  @Test
  void notNowInReplyToATaskIsAskedAboutAndAPauseWithItsTimeIsHeard() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertEquals(
        InboundReply.refused("Write 1 to take it, 2 to pass."),
        scene.reply("7", "r1request", "not now"));
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isEmpty());
    assertTrue(scene.reply("7", "r1request", "pause 2h").accepted());
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isPresent());
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  void whatIsSaidInReplyToARemarkOfTheGatewaysIsHeardInAGroupToo() throws InboundException {
    scene.inAGroup();
    scene.answers.asked("r3", "what is in the fridge", "image");
    scene.told("r3", "ana", "telegram", GROUP);
    scene.reply("7", "r3request", "ok");
    assertEquals(
        InboundReply.refused(
            "Reply to the message with the task, so that I know which one you mean."),
        scene.replyToRemark("7", "2 onions"));
    assertEquals("ana r3 [{status={code=claimed}}]", scene.last());
    InboundReply photo =
        InboundReply.refused("A photo is asked for: send it as a reply to the message.");
    assertEquals(photo, scene.replyToRemark("7", "done"));
    assertTrue(scene.replyToRemark("7", "", ChatScene.photo("fridge")).accepted());
    assertTrue(scene.last().contains("{image={part=file1}}"), scene.last());
    assertEquals("Nothing is open for you here now.", scene.replyToRemark("7", "ah").sentence());
  }

  @Test
  void aStrangerWhoRepliesToTheGatewayIsToldTheirId() throws InboundException {
    scene.inAGroup();
    assertTrue(scene.replyToRemark("99", "2 onions").sentence().contains("your id here is 99"));
  }

  @Test
  void bySmsOneTakesTwoPassesAndDoneAnswers() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    assertEquals(
        "You have it. Send a photo, or write DONE and what you found.",
        scene.sms(ANA, "1").sentence());
    assertEquals("ana r1 [{status={code=claimed}}]", scene.last());
    InboundReply chatter = scene.sms(ANA, "thanks a lot");
    assertEquals(
        InboundReply.refused(
            "Write DONE and what you found, ASK and a question, or BACK to give it back."),
        chatter);
    assertEquals("Saved. claude-agent has your answer.", scene.sms(ANA, "Done 2 eggs").sentence());
    assertEquals("ana r1 [{status={code=completed}}, {response={content=[2 eggs]}}]", scene.last());
  }

  @Test
  void bySmsAPhotoIsTheAnswerOfTheOneTaskTheyHave() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    scene.answers.stands("r2", ThreadStatus.CLAIMED, "ana");
    scene.sms(ANA, "", ChatScene.photo("eggs"));
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void whenSeveralAreOpenTheyAreAskedWhichAndLettersTell() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    InboundReply which = scene.sms(ANA, "1");
    assertFalse(which.accepted());
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
  void inADirectConversationOfAnotherNameLettersTellAndLateAnswersArrive() throws InboundException {
    scene.inSlack();
    scene.told("r1", "ana", "slack", "U1");
    scene.told("r2", "ana", "slack", "U1");
    String which = scene.direct("1").sentence();
    assertTrue(which.startsWith("You have two open: "), which);
    boolean fridgeIsA = which.contains("A check the fridge");
    scene.direct("a1");
    assertTrue(scene.last().startsWith(fridgeIsA ? "ana r1" : "ana r2"), scene.last());
    scene.direct("B: nothing there");
    assertTrue(scene.last().startsWith(fridgeIsA ? "ana r2" : "ana r1"), scene.last());
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    scene.answers.stands("r2", ThreadStatus.CLAIMED, "ben");
    assertEquals("Ben has it.", scene.direct("done 2 eggs").sentence());
    assertEquals("Ben has it.", scene.direct("A done 2 eggs").sentence());
  }

  @Test
  void whatOthersHaveIsNotOpenForThem() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.told("r2", "ana", "sms", ANA);
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    assertTrue(scene.sms(ANA, "1").accepted());
    assertTrue(scene.last().startsWith("ana r2 "), scene.last());
  }

  @Test
  void whoTextsAMomentTooLateIsToldWhoHasItAndWhatTheySentIsPassedOn() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.stands("r1", ThreadStatus.CLAIMED, "ben");
    InboundReply second = scene.sms(ANA, "1");
    assertTrue(second.sentence().startsWith("Ben has it."), second.sentence());
    assertTrue(scene.sms(ANA, "", ChatScene.photo("jpeg")).sentence().contains("Ben has it."));
    assertTrue(scene.last().startsWith("ana r1 "), scene.last());
    assertEquals("Nothing is open for you here now.", scene.sms(BEN, "1").sentence());
    assertEquals("Nothing is open for you here now.", scene.sms(ANA, "thanks").sentence());
  }

  @Test
  void theCarriersWordsAreLeftAlone() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    for (String word : List.of("STOP", "help", "Cancel", "START")) {
      assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.sms(ANA, word));
    }
    assertEquals(List.of(), scene.answers.said);
  }

  @Test
  void aTextHeardTwiceMeansTheSameTask() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    InboundEvent take = ChatScene.text("SM77", ANA, "1");
    scene.ear("sms").report(take);
    scene.told("r2", "ana", "sms", ANA);
    assertEquals(InboundReply.accepted("Got that already."), scene.ear("sms").report(take));
    assertEquals(1, scene.answers.said.size());
  }

  @Test
  void aTextHeardAgainAfterACrashMeansTheTaskItMeantBefore() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.dieAfterWriting();
    InboundEvent take = ChatScene.text("SM77", ANA, "1");
    assertThrows(InboundException.class, () -> scene.ear("sms").report(take));
    scene.told("r2", "ana", "sms", ANA);
    InboundReply again = scene.ear("sms").report(take);
    assertTrue(again.accepted(), again.sentence());
    assertEquals(List.of("r1"), scene.answers.said.stream().map(one -> one.ref()).toList());
  }

  @Test
  void whatCannotBeWrittenNowHasToComeAgain() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.always = new AnswerResult.TryAgainLater("The disk is full.");
    InboundEvent take = ChatScene.text("SM77", ANA, "1");
    assertThrows(InboundException.class, () -> scene.ear("sms").report(take));
    scene.answers.always = null;
    assertTrue(scene.ear("sms").report(take).sentence().startsWith("You have it."));
  }

  @Test
  void whatSomebodyDidWhileTheTaskCannotBeReadCountsOnceItCan() throws InboundException {
    scene.inAGroup();
    String request = scene.told("r1", "ana", "telegram", GROUP);
    scene.answers.unreadable.put("r1", UnreadableTaskException.of("r1", "its disk is away"));
    ChannelInbound ear = scene.ear("telegram");
    InboundEvent reply = ChatScene.replied("up-1", "7", "r1request", "two onions");
    assertThrows(InboundException.class, () -> ear.report(reply));
    assertThrows(
        InboundException.class, () -> scene.press("7", GROUP, request, MessageButton.CLAIM));
    scene.clock.advance(Duration.ofHours(23));
    assertThrows(InboundException.class, () -> ear.report(reply));
    scene.answers.unreadable.clear();
    assertTrue(ear.report(reply).accepted());
    assertTrue(scene.last().endsWith("{response={content=[two onions]}}]"), scene.last());
  }

  @Test
  void whoWaitedForADayIsAskedToSendItAgain() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene.answers.unreadable.put("r1", UnreadableTaskException.of("r1", "line 7: no YAML"));
    ChannelInbound ear = scene.ear("telegram");
    InboundEvent reply = ChatScene.replied("up-1", "7", "r1request", "two onions");
    assertThrows(InboundException.class, () -> ear.report(reply));
    scene.clock.advance(Duration.ofHours(24));
    assertEquals(
        "What you sent could not be fetched. Please send it again.", ear.report(reply).sentence());
  }

  @Test
  void aTaskThatIsNotThereForAMinuteIsThereNoMore() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    scene.answers.unreadable.put("r1", UnreadableTaskException.absent("r1"));
    ChannelInbound ear = scene.ear("telegram");
    InboundEvent reply = ChatScene.replied("up-1", "7", "r1request", "two onions");
    assertThrows(InboundException.class, () -> ear.report(reply));
    scene.clock.advance(Duration.ofMinutes(1));
    assertEquals("This task is not there any more.", ear.report(reply).sentence());
  }

  @Test
  void oneTaskThatCannotBeReadDoesNotSilenceThePerson() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.unreadable.put("r1", UnreadableTaskException.of("r1", "line 7: no YAML"));
    assertThrows(InboundException.class, () -> scene.sms(ANA, "1"), "it may be meant");
    assertTrue(scene.sms(ANA, "pause 2h").accepted());
    assertEquals(InboundReply.ACCEPTED_SILENTLY, scene.sms(ANA, "STOP"));
    scene.told("r2", "ana", "sms", ANA);
    assertTrue(scene.sms(ANA, "1").accepted());
    assertEquals("ana r2 [{status={code=claimed}}]", scene.last());
    scene.answers.unreadable.put("r2", UnreadableTaskException.absent("r2"));
    scene.answers.unreadable.remove("r1");
    scene.answers.stands("r1", ThreadStatus.COMPLETED, "ben");
    assertEquals("Nothing is open for you here now.", scene.sms(ANA, "list").sentence());
  }

  /** In Japanese a text message holds less than half as many characters. */
  @ParameterizedTest
  @CsvSource({"en, 160", "de, 160", "es, 160", "fr, 160", "ja, 134"})
  void noSentenceIsLongerThanOneTextMessageOrSpeaksOurWords(String language, int longest) {
    ReplyTexts sms = new ReplyTexts(false, Texts.of(language));
    scene.answers.asked("r9", "is it so", "confirmation");
    ChatTask task = scene.answers.task("e", "r9").orElseThrow();
    for (String sentence :
        List.of(
            sms.yours(),
            sms.yoursAlready(),
            sms.saved("a-very-long-name-of-an-agent-that-asks-for-things"),
            sms.helpFree("A", task),
            sms.helpHeld("A"),
            sms.unknown("The home of the Millers and their friends", "+14155550123"),
            sms.quietUntil(scene.clock.instant(), scene.clock.instant(), java.time.ZoneOffset.UTC),
            sms.over(ThreadStatus.EXPIRED, "check what is in the fridge and on the shelf", true))) {
      assertTrue(sentence.length() <= longest, sentence);
      assertFalse(
          sentence.matches("(?i).*\\b(thread|executor|delivery|exchange|round|lane)\\b.*"),
          sentence);
    }
  }

  @Test
  void pauseListAndResumeWorkByTextAndByCommand() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    assertEquals("\"check the fridge\"", scene.sms(ANA, "list").sentence());
    InboundReply paused = scene.sms(ANA, "pause 2h");
    assertEquals(
        "Quiet until 11:00. Urgent tasks still come. Write RESUME to end it.", paused.sentence());
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isPresent());
    assertEquals(List.of("people"), scene.after);
    assertTrue(scene.sms(ANA, "resume").accepted());
    assertTrue(scene.people.now().pausedUntil("ana", scene.clock.instant()).isEmpty());
    assertTrue(scene.did(BEN, BEN, null, new InboundAction.PauseRequest("until 18:00")).accepted());
    assertTrue(scene.people.now().pausedUntil("ben", scene.clock.instant()).isPresent());
    assertFalse(scene.did("99", "99", null, new InboundAction.PauseRequest("")).accepted());
  }

  @Test
  void aCodeLinksAGroupToTheOneWhoOpenedIt() throws InboundException {
    String code = scene.people.invite("ana", "telegram", scene.clock.instant());
    InboundReply welcome = scene.did("7", GROUP, null, new InboundAction.LinkCodeEntry(code));
    assertTrue(welcome.accepted());
    assertTrue(welcome.sentence().contains("Miller home"), welcome.sentence());
    assertEquals(GROUP, scene.people.now().linked().getFirst().address());
    assertEquals("7", scene.people.now().linked().getFirst().person());
    assertFalse(scene.did("8", "8", null, new InboundAction.LinkCodeEntry(code)).accepted());
    assertFalse(scene.did("8", "8", null, new InboundAction.LinkCodeEntry("guess")).accepted());
  }

  @Test
  void whoOptsOutAtTheServiceIsSilentAndHearsNothing() throws InboundException {
    assertEquals(
        InboundReply.ACCEPTED_SILENTLY,
        scene.did(ANA, ANA, null, new InboundAction.OptOutChange(true)));
    assertTrue(scene.people.now().isOptedOut("telegram", ANA));
    scene.did(ANA, ANA, null, new InboundAction.OptOutChange(true));
    assertEquals(List.of("people"), scene.after);
    scene.did(ANA, ANA, null, new InboundAction.OptOutChange(false));
    assertFalse(scene.people.now().isOptedOut("telegram", ANA));
  }

  @Test
  void aGroupThatMovedIsKnownByItsNewAddress() throws InboundException {
    scene.did("7", "-5", null, new InboundAction.AddressChange("-1005"));
    scene.did("7", "-5", null, new InboundAction.AddressChange("-1005"));
    assertEquals("-1005", scene.people.now().current("telegram", "-5"));
    assertEquals(List.of("people"), scene.after);
  }

  @Test
  void anAddressTooLongToKeepIsNeitherFollowedNorLinkedAndTheOperatorsAreTold()
      throws InboundException {
    String tooLong = "-".repeat(Address.MAX_BYTES + 1);
    scene.did("7", "-5", null, new InboundAction.AddressChange(tooLong));
    assertEquals("-5", scene.people.now().current("telegram", "-5"));
    String code = scene.people.invite("ana", "telegram", scene.clock.instant());
    InboundReply reply = scene.did("7", tooLong, null, new InboundAction.LinkCodeEntry(code));
    assertFalse(reply.accepted());
    assertEquals("This cannot be used here. Open the link somewhere else.", reply.sentence());
    assertTrue(scene.people.waits(code), "elsewhere it is still good");
    String told = "telegram names an address of 2001 bytes";
    assertEquals(List.of(told, told), scene.after);
  }

  @Test
  void aMessageThatDidNotArriveAfterAllCountsAsNotTold() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    InboundAction failed =
        new InboundAction.ReceiptUpdate(
            new org.messgateway.api.ReceiptStatusLookup.ReceiptStatus.NotArrived(
                org.messgateway.api.FailureReason.INVALID_ADDRESS, "No such number."));
    InboundEvent event =
        new InboundEvent("ev", ANA, null, ANA, null, ChatScene.receipt("r1request"), failed);
    scene.ear("sms").report(event);
    scene.ear("sms").report(event);
    assertEquals(List.of("r1 rejected"), scene.after);
  }

  @Test
  void rawEventsAreKeptForTheAdapterAndOursAreNotAmongThem() throws InboundException {
    scene.told("r1", "ana", "sms", ANA);
    scene.answers.dieAfterWriting();
    assertThrows(InboundException.class, () -> scene.sms(ANA, "1"));
    ChannelInbound inbound = scene.ear("sms");
    assertTrue(inbound.store("SM1", "raw".getBytes(UTF_8)));
    assertFalse(inbound.store("SM1", "raw".getBytes(UTF_8)));
    assertEquals(List.of("SM1"), inbound.unfinished().stream().map(event -> event.id()).toList());
    inbound.complete("SM1");
    assertEquals(List.of(), inbound.unfinished());
    assertFalse(inbound.store("SM1", "raw".getBytes(UTF_8)));
  }

  @Test
  void aLinkPreviewOrAGreetingChangesNothing() throws InboundException {
    scene.inAGroup();
    scene.told("r1", "ana", "telegram", GROUP);
    assertTrue(scene.did("7", GROUP, null, new InboundAction.Greeting()).accepted());
    assertTrue(scene.did("7", GROUP, null, new InboundAction.ListRequest()).accepted());
    assertEquals(List.of(), scene.answers.said);
  }
}
