package org.messgateway.adapter.slack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.slack.api.util.json.GsonFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Address;
import org.messgateway.api.MessageButton;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload.ResponseHint;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.testkit.Conforms;
import org.messgateway.testkit.HostileText;
import org.messgateway.testkit.TestNotifications;

class SlackMessageTest {

  private static final Address WHERE = Address.configured("U04ABCDEF12");
  private static final Gson GSON = GsonFactory.createSnakeCase();

  private static TestNotifications request() {
    return TestNotifications.to(WHERE);
  }

  private static SlackMessage rendered(TestNotifications notification) {
    return SlackMessage.of(notification.make(), TestNotifications.NOW);
  }

  private static List<JsonObject> blocks(TestNotifications notification) {
    JsonArray all = GSON.toJsonTree(rendered(notification).blocks()).getAsJsonArray();
    return StreamSupport.stream(all.spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static List<JsonObject> blocks(TestNotifications notification, String type) {
    return blocks(notification).stream()
        .filter(block -> block.get("type").getAsString().equals(type))
        .toList();
  }

  private static List<JsonObject> buttons(TestNotifications notification) {
    List<JsonObject> buttons = new ArrayList<>();
    blocks(notification, "actions")
        .forEach(block ->
            block
                .getAsJsonArray("elements")
                .forEach(button -> buttons.add(button.getAsJsonObject())));
    return buttons;
  }

  private static String label(JsonObject button) {
    return button.getAsJsonObject("text").get("text").getAsString();
  }

  @Test
  @Conforms({172, 175})
  void theTextHasTheDocumentsForm() {
    assertEquals("MESS: \"check what's in the fridge\"", rendered(request().title("MESS")).text());
    assertEquals("Miller home: \"check what's in the fridge\"", rendered(request()).text());
    assertEquals("MESS: \"check what's in the fridge\"", rendered(request().title(" ")).text());
  }

  @ParameterizedTest
  @MethodSource("texts")
  void everyKindSaysItsWordsInTheText(NotificationContent content, String text) {
    assertEquals(text, rendered(request().content(content)).text());
  }

  static List<Arguments> texts() {
    String intent = "\"check what's in the fridge\"";
    return List.of(
        Arguments.of(
            new NotificationContent.ClaimedByReader(), "Miller home: You have it: " + intent),
        Arguments.of(
            new NotificationContent.TakenByOther("Ana"), "Miller home: Ana has it: " + intent),
        Arguments.of(
            new NotificationContent.AgentReply("claude-agent", "Top shelf"),
            "Miller home: claude-agent answered: Top shelf"),
        Arguments.of(
            new NotificationContent.TaskCancelled(null),
            "Miller home: No longer needed: " + intent),
        Arguments.of(new NotificationContent.TaskReminder(), "Miller home: Still on it? " + intent),
        Arguments.of(new NotificationContent.TaskExpired(), "Miller home: Too late now: " + intent),
        Arguments.of(
            new NotificationContent.TaskFinished(ThreadStatus.COMPLETED),
            "Miller home: Done: " + intent),
        Arguments.of(
            new NotificationContent.GatewayTrouble("Disk full", "10:40", "Free it"),
            "Miller home: Disk full"),
        Arguments.of(
            new NotificationContent.ChannelTest(),
            "Miller home: This is a test. There is nothing to do."));
  }

  @Test
  @Conforms(173)
  void theIntentIsASectionInBold() {
    JsonObject section = blocks(request(), "section").getFirst().getAsJsonObject("text");
    assertEquals("mrkdwn", section.get("type").getAsString());
    assertEquals("*check what's in the fridge*", section.get("text").getAsString());
    assertTrue(section.get("verbatim").getAsBoolean(), "Slack looks for no names in it");
  }

  @Test
  void factsAndContextAreThereAndTheTitleOnlyOnTheLockScreen() {
    String all = GSON.toJson(rendered(request().priority(Priority.URGENT)).blocks());
    for (String said : List.of("Urgent", "By: 10:00", "From: claude-agent", "the milk can wait")) {
      assertTrue(all.contains(said), said + " in " + all);
    }
    assertFalse(all.contains("Miller home"), "Slack shows the app's name above: " + all);
    assertTrue(
        GSON.toJson(rendered(request().recipients("ana", "ben")).blocks()).contains("ana or ben"));
  }

  @Test
  @Conforms({26, 39, 45, 47, 310, 311})
  void aRequestSaysWhereAndWhatAnswerIsWantedAndNothingForMachines() {
    TestNotifications full = request().withAllConditions();
    List<String> fields = new ArrayList<>();
    blocks(full, "section").stream()
        .filter(block -> block.has("fields"))
        .forEach(block ->
            block
                .getAsJsonArray("fields")
                .forEach(field -> fields.add(field.getAsJsonObject().get("text").getAsString())));
    String map = "https://www.openstreetmap.org/?mlat=37.7955&amp;mlon=-122.3937";
    assertEquals(
        List.of(
            "By: 10:00",
            "Where: Ferry Building <" + map + ">",
            "Wanted: a photo (the shelf), yes or no",
            "From: claude-agent",
            "Around you: daylight",
            "For it: 5 shells"),
        fields);
    String all = GSON.toJson(rendered(full).blocks());
    assertTrue(all.contains("some data for machines"), all);
    assertFalse(all.contains("0.125"), all);
  }

  @Test
  @Conforms({174, 177})
  void respondOpensThePage() {
    List<JsonObject> buttons = buttons(request());
    assertEquals(List.of("Respond"), buttons.stream().map(SlackMessageTest::label).toList());
    assertTrue(
        buttons
            .getFirst()
            .get("url")
            .getAsString()
            .startsWith("https://mess.example.com/respond?"));
  }

  @Test
  void withoutLinkAndActionsNothingPretendsToBeAButton() {
    assertEquals(List.of(), blocks(request().withoutLinks(), "actions"));
    assertEquals(
        "*check what's in the fridge*",
        blocks(request().withoutLinks(), "section")
            .getFirst()
            .getAsJsonObject("text")
            .get("text")
            .getAsString());
  }

  @ParameterizedTest
  @MethodSource("ends")
  void whenItIsOverThereIsNothingToPress(NotificationContent content) {
    assertEquals(
        List.of(),
        blocks(request().content(content).buttons(EnumSet.allOf(MessageButton.class)), "actions"));
  }

  static List<NotificationContent> ends() {
    return List.of(
        new NotificationContent.TakenByOther("Ana"),
        new NotificationContent.TaskCancelled("it rains"),
        new NotificationContent.TaskExpired(),
        new NotificationContent.TaskFinished(ThreadStatus.COMPLETED));
  }

  @Test
  void whatIsMineCanBeDoneAskedAboutOrGivenBack() {
    Set<MessageButton> mine =
        Set.of(MessageButton.DONE, MessageButton.ASK, MessageButton.GIVE_BACK);
    for (NotificationContent content :
        List.of(
            new NotificationContent.ClaimedByReader(),
            new NotificationContent.AgentReply("a", "b"),
            new NotificationContent.TaskReminder())) {
      assertEquals(
          List.of("Take the photo", "Done", "Ask", "Can't after all"),
          buttons(request().withoutLinks().content(content).buttons(mine)).stream()
              .map(SlackMessageTest::label)
              .toList());
    }
  }

  @Test
  void aDigestHasAButtonForEachTask() {
    URI page = URI.create("https://mess.example.com/r/abc");
    NotificationContent digest =
        new NotificationContent.TaskDigest(
            List.of(
                new NotificationContent.DigestEntry("0".repeat(32), "water the <plants>", "", page),
                new NotificationContent.DigestEntry("1".repeat(32), "feed the cat", "", null)),
            3);
    List<JsonObject> tasks =
        blocks(request().content(digest).buttons(Set.of(MessageButton.CLAIM)), "section").stream()
            .filter(block -> block.has("accessory"))
            .toList();
    assertEquals(2, tasks.size());
    assertEquals(
        "*water the &lt;plants&gt;*",
        tasks.get(0).getAsJsonObject("text").get("text").getAsString());
    JsonObject claim = tasks.get(1).getAsJsonObject("accessory");
    assertEquals("claim", claim.get("action_id").getAsString());
    assertEquals("1".repeat(32), claim.get("value").getAsString());
    String all = GSON.toJson(rendered(request().content(digest)).blocks());
    assertTrue(all.contains("… and 3 more"), all);
    List<JsonObject> links =
        blocks(request().content(digest), "section").stream()
            .filter(block -> block.has("accessory"))
            .toList();
    assertEquals(1, links.size(), "without a way back it is opened, where there is a page");
    assertEquals(
        page.toString(), links.getFirst().getAsJsonObject("accessory").get("url").getAsString());
  }

  @Test
  void aDigestOfAHundredKeepsTheLimits() {
    NotificationContent.DigestEntry one =
        new NotificationContent.DigestEntry("0".repeat(32), "x&".repeat(2000), "", null);
    assertWithinLimits(
        request()
            .content(new NotificationContent.TaskDigest(Collections.nCopies(100, one), 900))
            .buttons(Set.of(MessageButton.CLAIM)));
  }

  @Test
  void actionsCarryTheDeliveryAndComeInOneOrder() {
    List<JsonObject> buttons = buttons(request().buttons(EnumSet.allOf(MessageButton.class)));
    assertEquals(
        List.of(
            "Take the photo", "I'll do it", "Not me", "Done", "Ask", "Can't after all", "Respond"),
        buttons.stream().map(SlackMessageTest::label).toList());
    assertEquals("0123456789abcdef0123456789abcdef", buttons.get(1).get("value").getAsString());
    assertEquals(
        List.of("answer-photo", "claim", "decline", "done", "ask", "give_back", "respond"),
        buttons.stream().map(button -> button.get("action_id").getAsString()).toList());
    assertEquals(
        List.of("Take the photo", "I'll do it", "Not me"),
        buttons(
                request()
                    .withoutLinks()
                    .buttons(Set.of(MessageButton.DECLINE, MessageButton.CLAIM)))
            .stream()
            .map(SlackMessageTest::label)
            .toList());
  }

  private static final ResponseHint SURE = new ResponseHint("confirmation", null);

  @Test
  void aYesOrNoIsTwoButtonsThatSendAtOnce() {
    List<JsonObject> buttons =
        buttons(
            request()
                .withoutLinks()
                .wanted(SURE)
                .buttons(Set.of(MessageButton.CLAIM, MessageButton.DECLINE)));
    assertEquals(
        List.of("Yes", "No", "I'll do it", "Not me"),
        buttons.stream().map(SlackMessageTest::label).toList());
    assertTrue(buttons.getFirst().get("action_id").getAsString().matches("answer-yes-[0-9a-f]{8}"));
    assertEquals("0123456789abcdef0123456789abcdef", buttons.getFirst().get("value").getAsString());
    assertEquals(
        List.of(true, false, false, false),
        buttons.stream().map(button -> button.has("style")).toList());
  }

  @Test
  void underStillOnItThereIsNoYesAndNo() {
    List<JsonObject> buttons =
        buttons(
            request()
                .content(new NotificationContent.TaskReminder())
                .withoutLinks()
                .wanted(SURE)
                .buttons(Set.of(MessageButton.DONE)));
    assertEquals(List.of("Done"), buttons.stream().map(SlackMessageTest::label).toList());
  }

  @Test
  void choicesAreButtonsWithTheirOwnWords() {
    ResponseHint brand =
        new ResponseHint("structured", Map.of("brand", List.of("Barilla", "<De> & Cecco")));
    List<JsonObject> buttons =
        buttons(request().withoutLinks().wanted(brand).buttons(Set.of(MessageButton.CLAIM)));
    assertEquals(
        List.of("Barilla", "<De> & Cecco", "I'll do it"),
        buttons.stream().map(SlackMessageTest::label).toList());
    assertEquals(
        3,
        buttons.stream().map(button -> button.get("action_id").getAsString()).distinct().count());
  }

  @Test
  void aPhotoIsTakenOnThePageWhereOneOpensAndGivenInAFormElsewhere() {
    TestNotifications photo = request().buttons(Set.of(MessageButton.CLAIM));
    assertTrue(buttons(photo).getFirst().get("url").getAsString().contains("/respond?"));
    JsonObject form = buttons(photo.withoutLinks()).getFirst();
    assertFalse(form.has("url"));
    assertEquals("0123456789abcdef0123456789abcdef", form.get("value").getAsString());
  }

  @Test
  void doneAsksForATextAlready() {
    TestNotifications text = request().withoutLinks().wanted(new ResponseHint("text", null));
    assertEquals(
        List.of("Answer", "I'll do it"),
        buttons(text.buttons(Set.of(MessageButton.CLAIM))).stream()
            .map(SlackMessageTest::label)
            .toList());
    assertEquals(
        List.of("Done"),
        buttons(
                text.content(new NotificationContent.ClaimedByReader())
                    .buttons(Set.of(MessageButton.DONE)))
            .stream()
            .map(SlackMessageTest::label)
            .toList());
  }

  @Test
  void oneGreyLineSaysHowToAnswerWhereThatWorks() {
    String how = "Reply to this message with words or a photo.";
    assertEquals(List.of(), blocks(request(), "context"));
    JsonObject line = blocks(request().buttons(Set.of(MessageButton.CLAIM)), "context").getFirst();
    assertTrue(line.toString().contains(how), line.toString());
  }

  @Test
  void whatAgentsMarkIsMarked() {
    TestNotifications marked =
        request()
            .intent("shut **both doors**")
            .context(
                List.of(
                    new ContentEntry.Text(
                        "**both**, *please*: `a<b` [x](https://a.example) <!here>")));
    assertEquals("Miller home: \"shut both doors\"", rendered(marked).text());
    List<String> sections =
        blocks(marked, "section").stream()
            .filter(block -> block.has("text"))
            .map(block -> block.getAsJsonObject("text").get("text").getAsString())
            .toList();
    assertEquals(
        List.of(
            "*shut both doors*",
            "*both*, _please_: `a&lt;b` x (<https://a.example>) &lt;!here&gt;"),
        sections);
  }

  @Test
  void aLinkTooLongForAButtonGivesWayToTheShortOne() {
    URI page = URI.create("https://mess.example.com/respond?token=" + "x".repeat(3000));
    URI shortPage = URI.create("https://mess.example.com/r/abc");
    JsonObject button = buttons(request().links(new TaskLinks(page, shortPage, page))).getFirst();
    assertEquals(shortPage.toString(), button.get("url").getAsString());
  }

  @Test
  void whatDoesNotFitIsCounted() {
    List<ContentEntry> notes =
        Collections.nCopies(60, new ContentEntry.Text("a note of some length"));
    String all = GSON.toJson(rendered(request().context(notes)).blocks());
    assertTrue(all.contains("… and 20 more"), all);
    assertEquals(1, blocks(request().context(notes), "actions").size(), "the button stays");
  }

  @ParameterizedTest
  @EnumSource
  @Conforms(178)
  void hostileTextsKeepAllOfSlacksLimits(HostileText hostile) {
    TestNotifications.everywhere(WHERE, hostile.text())
        .forEach(SlackMessageTest::assertWithinLimits);
    List<ContentEntry> flood = Collections.nCopies(100, new ContentEntry.Text(hostile.text()));
    assertWithinLimits(
        request()
            .intent(hostile.text())
            .title(hostile.text())
            .context(flood)
            .buttons(EnumSet.allOf(MessageButton.class)));
  }

  private static void assertWithinLimits(TestNotifications notification) {
    SlackMessage message = rendered(notification);
    assertTrue(message.text().length() <= 4000, () -> "text " + message.text().length());
    assertNoMention(message.text());
    List<JsonObject> blocks = blocks(notification);
    assertTrue(blocks.size() <= 50, () -> blocks.size() + " blocks");
    List<String> texts = new ArrayList<>();
    blocks.forEach(block -> collect(block, texts));
    int total = texts.stream().mapToInt(String::length).sum();
    assertTrue(total <= 13_000, () -> total + " characters in all");
    texts.forEach(text -> {
      assertFalse(text.isEmpty(), "an empty text is refused by Slack");
      assertTrue(text.length() <= 3000, () -> text.length() + " in one text");
      assertNoMention(text);
    });
  }

  private static void assertNoMention(String text) {
    assertFalse(text.matches("(?s).*<[!@#].*"), text);
  }

  private static void collect(JsonElement element, List<String> texts) {
    if (element.isJsonObject()) {
      element
          .getAsJsonObject()
          .entrySet()
          .forEach(entry -> {
            boolean words = entry.getKey().equals("text") && entry.getValue().isJsonPrimitive();
            if (words) {
              texts.add(entry.getValue().getAsString());
            } else {
              collect(entry.getValue(), texts);
            }
          });
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(child -> collect(child, texts));
    }
  }
}
