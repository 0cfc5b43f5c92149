package org.messgateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

class NotificationTextTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId LOS_ANGELES = ZoneId.of("America/Los_Angeles");
  private static final Instant NOW = Instant.parse("2026-11-20T16:00:00Z");
  private static final Instant TONIGHT = Instant.parse("2026-11-20T17:00:00Z");

  private static final Recipient ANA = new Recipient("ana", "Ana", BERLIN);
  private static final Recipient SAM = new Recipient("sam", "Sam", LOS_ANGELES);

  /** docs/glossary.md; what people say too ("kind", "address") is left to judgement. */
  private static final Pattern OUR_WORDS =
      Pattern.compile(
          "(?i)\\b(exchange|thread|envelope|ref|executor|channel|adapter|notification|round"
              + "|delivery|deliveries|delivered|attempt|lane|receipt|settled?|queued?|gateway"
              + "|requestor|claimed|dispatch\\w*)\\b");

  static Stream<Arguments> everyKind() {
    return Stream.of(
        Arguments.of(
            new NotificationContent.TaskRequest(),
            "buy onions",
            List.of("By: 18:00", "From: claude-agent")),
        Arguments.of(
            new NotificationContent.ClaimedByReader(),
            "You have it: \"buy onions\"",
            List.of("By: 18:00")),
        Arguments.of(
            new NotificationContent.TakenByOther("Sam"), "Sam has it: \"buy onions\"", List.of()),
        Arguments.of(
            new NotificationContent.AgentReply("claude-agent", "yellow ones"),
            "claude-agent answered: yellow ones",
            List.of("About: \"buy onions\"")),
        Arguments.of(
            new NotificationContent.TaskCancelled(null),
            "No longer needed: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskCancelled("we found some"),
            "No longer needed: \"buy onions\"",
            List.of("we found some")),
        Arguments.of(
            new NotificationContent.TaskReminder(),
            "Still on it? \"buy onions\"",
            List.of("By: 18:00")),
        Arguments.of(
            new NotificationContent.TaskExpired(), "Too late now: \"buy onions\"", List.of()),
        Arguments.of(
            new NotificationContent.TaskFinished(ThreadStatus.COMPLETED),
            "Done: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskFinished(ThreadStatus.PARTIAL),
            "Partly done: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskFinished(ThreadStatus.FAILED),
            "Not done: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.GatewayTrouble(
                "Slack refuses our token", "this morning", "make a new one"),
            "Slack refuses our token",
            List.of("Since: this morning", "To do: make a new one")),
        Arguments.of(
            new NotificationContent.TaskDigest(List.of(), 1), "1 task is waiting", List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.RELEASED),
            "released: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.QUESTION),
            "question: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.ANSWER),
            "answer: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.PROGRESS),
            "progress: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.ENDED),
            "ended: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.TaskNews(NotificationKind.UNROUTABLE),
            "unroutable: \"buy onions\"",
            List.of()),
        Arguments.of(
            new NotificationContent.ChannelTest(),
            "This is a test. There is nothing to do.",
            List.of()));
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void everyKindIsSaidInWordsOfItsOwn(
      NotificationContent content, String headline, List<String> facts) {
    NotificationText notificationText =
        NotificationText.of(notification(content, thread("buy onions"), TONIGHT, ANA), NOW);
    assertEquals(headline, notificationText.headline());
    assertEquals(facts, notificationText.facts());
  }

  @Test
  void aDigestNamesTheFirstAndCountsTheRest() {
    NotificationContent digest =
        new NotificationContent.TaskDigest(
            List.of(
                new NotificationContent.DigestEntry("0".repeat(32), "buy onions", "A", null),
                new NotificationContent.DigestEntry("1".repeat(32), "feed the cat", "B", null)),
            3);
    NotificationText notificationText =
        NotificationText.of(notification(digest, thread("-"), null, ANA), NOW);
    assertEquals("5 tasks are waiting", notificationText.headline());
    assertEquals(List.of("buy onions", "feed the cat", "and 3 more"), notificationText.context());
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void noTextUsesTheWordsOfTheProgram(
      NotificationContent content, String headline, List<String> facts) {
    NotificationText notificationText =
        NotificationText.of(notification(content, eachSortOfContext(), TONIGHT, ANA, SAM), NOW);
    everyText(notificationText).forEach(NotificationTextTest::assertPlainSpeech);
  }

  @Test
  void theTableHoldsEveryKindThereIs() {
    Set<NotificationKind> kinds = new TreeSet<>();
    everyKind()
        .map(row -> row.get()[0])
        .filter(NotificationContent.class::isInstance)
        .map(NotificationContent.class::cast)
        .forEach(content -> kinds.add(content.kind()));
    assertEquals(new TreeSet<>(Arrays.asList(NotificationKind.values())), kinds);
  }

  @ParameterizedTest
  @CsvSource({
    // deadline, zone of the recipient, what the recipient reads at 16:00 UTC on the 20th
    "2026-11-20T17:00:00Z, Europe/Berlin, 18:00",
    "2026-11-20T17:00:00Z, America/Los_Angeles, 09:00",
    "2026-11-20T22:59:00Z, Europe/Berlin, 23:59",
    "2026-11-20T23:00:00Z, Europe/Berlin, Sat 21 Nov 00:00",
    "2026-11-20T23:00:00Z, America/Los_Angeles, 15:00",
    "2026-11-21T07:30:00Z, America/Los_Angeles, 23:30",
    "2026-11-20T16:30:00Z, Asia/Tokyo, 01:30",
    "2026-11-20T14:30:00Z, Asia/Tokyo, Fri 20 Nov 23:30",
    "2026-11-20T15:00:00Z, Asia/Tokyo, 00:00",
    "2027-01-05T08:05:00Z, Europe/Berlin, Tue 5 Jan 09:05",
    "2027-11-20T16:00:00Z, Europe/Berlin, Sat 20 Nov 2027 17:00"
  })
  void aTimeIsTheRecipientsAndHasTheDayOnlyWhenThatIsNotToday(
      Instant deadline, ZoneId zone, String read) {
    assertEquals(read, NotificationText.clock(deadline, NOW, zone));
    Recipient recipient = new Recipient("kim", "Kim", zone);
    NotificationText notificationText =
        NotificationText.of(
            notification(
                new NotificationContent.TaskRequest(), thread("look"), deadline, recipient),
            NOW);
    assertEquals("By: " + read, notificationText.facts().getFirst());
  }

  @Test
  void whatIsUrgentSaysSoFirst() {
    MessThread thread = thread("help", Priority.URGENT, List.of(), "claude-agent");
    NotificationText notificationText =
        NotificationText.of(
            notification(new NotificationContent.TaskRequest(), thread, TONIGHT, ANA), NOW);
    assertEquals(List.of("Urgent", "By: 18:00", "From: claude-agent"), notificationText.facts());
  }

  @Test
  void elevatedAndBackgroundAreNotShouted() {
    for (Priority priority : List.of(Priority.BACKGROUND, Priority.NORMAL, Priority.ELEVATED)) {
      MessThread thread = thread("look", priority, List.of(), "claude-agent");
      NotificationText notificationText =
          NotificationText.of(
              notification(new NotificationContent.TaskRequest(), thread, null, ANA), NOW);
      assertEquals(List.of("From: claude-agent"), notificationText.facts(), priority::toString);
    }
  }

  @Test
  void thoseWhoShareAnAddressAreNamed() {
    NotificationText shared =
        NotificationText.of(
            notification(new NotificationContent.TaskRequest(), thread("look"), null, ANA, SAM),
            NOW);
    assertEquals(List.of("From: claude-agent", "For: Ana or Sam"), shared.facts());
    NotificationText alone =
        NotificationText.of(
            notification(new NotificationContent.TaskRequest(), thread("look"), null, ANA), NOW);
    assertEquals(List.of("From: claude-agent"), alone.facts());
  }

  @Test
  void controlCharactersAreGoneFromEveryText() {
    String hostile = "a\u0007b\u001b[31mc\u0000\u007f\u009fd";
    MessThread thread =
        thread(hostile, null, List.of(new ContentEntry.Text(hostile)), "agent" + hostile);
    Recipient named = new Recipient("x", "X" + hostile, BERLIN);
    List<NotificationContent> all =
        List.of(
            new NotificationContent.TaskRequest(),
            new NotificationContent.TakenByOther(hostile),
            new NotificationContent.AgentReply(hostile, hostile),
            new NotificationContent.TaskCancelled(hostile),
            new NotificationContent.GatewayTrouble(hostile, hostile, hostile));
    for (NotificationContent content : all) {
      NotificationText notificationText =
          NotificationText.of(notification(content, thread, TONIGHT, ANA, named), NOW);
      List<String> texts = everyText(notificationText);
      assertTrue(texts.stream().anyMatch(text -> text.contains("ab[31mcd")), texts::toString);
      texts.forEach(text ->
          assertTrue(text.chars().noneMatch(Character::isISOControl), () -> content + ": " + text));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'one\r\ntwo', 'one\ntwo'",
    "'milk\teggs', 'milk eggs'",
    "'Käse, 卵, 🧅, 👩‍🍳', 'Käse, 卵, 🧅, 👩‍🍳'"
  })
  void lineBreaksEmojiAndTheGapOfATabStay(String written, String shown) {
    assertEquals(shown, NotificationText.plain(written));
  }

  @Test
  void halfACharacterIsDropped() {
    assertEquals("ab", NotificationText.plain("a\ud83eb"));
  }

  @Test
  void aTaskThatSaysNothingSaysThat() {
    assertEquals("(nothing said)", NotificationText.intent(thread(" \u0007\n ")));
  }

  @Test
  void aRequestSaysWhereWhatAnswerIsWantedAndWhatItPays() {
    MessThread thread =
        asked(
            "exact",
            new RequestConstraints(
                "grocery store near home",
                TONIGHT.plusSeconds(3600),
                null,
                null,
                List.of("daylight", "indoor"),
                List.of()),
            List.of(
                new Payload.ResponseHint("text", "list proteins, vegetables, starches"),
                new Payload.ResponseHint("image", null),
                new Payload.ResponseHint("confirmation", null),
                new Payload.ResponseHint("structured", Map.of("unit_price", "number"))),
            Map.of("shells", 5, "note", "and a coffee"));
    assertEquals(
        List.of(
            "By: 18:00",
            "Where: grocery store near home",
            "Wanted: a text (list proteins, vegetables, starches), a photo, yes or no,"
                + " facts (unit price)",
            "From: claude-agent",
            "For: Ana or Sam",
            "Not before: 19:00",
            "Exactly as described",
            "Around you: daylight, indoor",
            "For it: 5 shells, and a coffee"),
        NotificationText.of(
                notification(new NotificationContent.TaskRequest(), thread, TONIGHT, ANA, SAM), NOW)
            .facts());
    assertEquals(
        "You have it: \"buy onions\"",
        NotificationText.of(
                notification(new NotificationContent.ClaimedByReader(), thread, TONIGHT, ANA), NOW)
            .headline());
    assertTrue(
        NotificationText.of(
                notification(new NotificationContent.ClaimedByReader(), thread, TONIGHT, ANA), NOW)
            .facts()
            .contains("Where: grocery store near home"),
        "on most channels it takes the place of the request");
  }

  static List<Arguments> places() {
    String map = "https://www.openstreetmap.org/?mlat=37.7955&mlon=-122.3937";
    return List.of(
        Arguments.of(
            Map.of("lat", 37.7955, "lng", -122.3937, "radius_km", 2),
            "Where: 37.7955, -122.3937, within 2 km " + map),
        Arguments.of(
            Map.of("lat", "37.7955", "lng", "-122.3937", "name", "Ferry Building"),
            "Where: Ferry Building " + map),
        Arguments.of(
            Map.of("name", "Ferry Building", "address", "1 Market", "radius_km", 0.5),
            "Where: Ferry Building, 1 Market, within 0.5 km"),
        Arguments.of("the cellar\n by the stairs", "Where: the cellar by the stairs"));
  }

  @ParameterizedTest
  @MethodSource("places")
  void aPlaceIsSaidInWordsWithAMapWhereItHasCoordinates(Object place, String words) {
    MessThread thread =
        asked(
            null,
            new RequestConstraints(place, null, null, null, List.of(), List.of()),
            List.of(),
            Map.of());
    assertEquals(
        List.of(words, "From: claude-agent"),
        NotificationText.of(
                notification(new NotificationContent.TaskRequest(), thread, null, ANA), NOW)
            .facts());
  }

  @Test
  void aPlaceWithoutAPositionAndAnOddPaymentSayNothingWrong() {
    MessThread thread =
        asked(
            null,
            new RequestConstraints(
                Map.of("lat", "north", "shape", List.of(Map.of("x", 1))),
                NOW.minusSeconds(1),
                null,
                null,
                List.of(),
                List.of()),
            List.of(new Payload.ResponseHint("image", Map.of("at", Map.of("lat", 1)))),
            Map.of("shells", 1, "odd", Map.of("a", Map.of())));
    assertEquals(
        List.of(
            "Wanted: a photo (some data for machines)", "From: claude-agent", "For it: 1 shell"),
        NotificationText.of(
                notification(new NotificationContent.TaskRequest(), thread, null, ANA), NOW)
            .facts());
  }

  @Test
  void whatIsMeantForMachinesIsNeverReadOut() {
    String picture = "data:image/png;base64," + "iVBORw0KGgo".repeat(50);
    List<ContentEntry> context =
        List.of(
            new ContentEntry.UnknownEntry("embedding", List.of(0.1, 0.2, 0.3)),
            new ContentEntry.UnknownEntry("vector", Collections.nCopies(40, 0.25)),
            new ContentEntry.UnknownEntry("colours", List.of("red", "green")),
            new ContentEntry.UnknownEntry("plan", Map.of("steps", List.of(Map.of("do", "it")))),
            new ContentEntry.Structured(Map.of("a", Map.of("b", List.of(1, 2)))),
            new ContentEntry.Structured(List.of("eggs", 2, true)),
            new ContentEntry.Link(picture),
            new ContentEntry.Text("see " + picture + " there"),
            new ContentEntry.Text("QUJD".repeat(80)),
            new ContentEntry.ErrorEntry("E1", picture));
    MessThread thread = thread("look", null, context, "claude-agent");
    assertEquals(
        List.of(
            "vector: some data for machines",
            "colours: red, green",
            "plan: some data for machines",
            "some data for machines",
            "eggs, 2, Yes",
            "some data for machines",
            "see some data for machines there",
            "some data for machines",
            "Error: some data for machines"),
        NotificationText.of(
                notification(new NotificationContent.TaskRequest(), thread, null, ANA), NOW)
            .context());
  }

  @ParameterizedTest
  @CsvSource({
    "eta, 2h, Expected by: 19:00",
    "estimate, PT30M, Expected by: 17:30",
    "estimate, 2026-11-20T18:00:00Z, Expected by: 19:00",
    "eta, 2026-11-20T15:00:00Z, ''",
    "estimate, soon, ''",
    "estimate, 999999999w, ''"
  })
  void whoHearsThatAnotherHasItHearsByWhen(String field, String said, String expected) {
    MessThread thread = thread("look");
    Payload.Status claimed =
        new Payload.Status(
            List.of(), "claimed", ThreadStatus.CLAIMED, null, null, Map.of(field, said));
    List<ThreadMessage> messages = new ArrayList<>(thread.messages());
    messages.add(new ThreadMessage(1, "sam", NOW, "http", List.of(), List.of(claimed)));
    NotificationText text =
        NotificationText.of(
            notification(
                new NotificationContent.TakenByOther("Sam"),
                new MessThread(thread.ref(), thread.envelope(), messages),
                null,
                ANA),
            NOW);
    assertEquals(expected, String.join("", text.facts()));
  }

  @Test
  void contextIsShownWhateverItsSort() {
    NotificationText notificationText =
        NotificationText.of(
            notification(new NotificationContent.TaskRequest(), eachSortOfContext(), null, ANA),
            NOW);
    assertEquals(
        List.of(
            "for dinner",
            "Note: chicken expires tomorrow",
            "https://shop.example/onions",
            "See also: 2026-11-19-004",
            "See also: \"get milk\"",
            "At: 48.1, 11.5 https://www.openstreetmap.org/?mlat=48.1&mlon=11.5",
            "At: Ferry Building, 1 Market"
                + " https://www.openstreetmap.org/?mlat=37.7955&mlon=-122.3937",
            "Picture: shelf https://pictures.example/1.jpg",
            "Recording attached: memo.ogg",
            "File attached",
            "File: bill (on the machine of claude-agent, file:///home/c/bill.pdf)",
            "Yes",
            "No",
            "Kilos: 2",
            "Error: the door is shut",
            "Error: E42"),
        notificationText.context());
  }

  @Test
  void shortenedNeverCutsACharacterInHalfAndKeepsTheLimit() {
    String text = "🧅🥚 a🧀\n🍞bc 👩‍🍳 end";
    for (int limit = 1; limit <= text.length() + 2; limit++) {
      String shortened = NotificationText.shortened(text, limit);
      assertTrue(shortened.length() <= limit, "limit " + limit + ": " + shortened);
      assertEquals(shortened, new String(shortened.getBytes(UTF_8), UTF_8), "half a character");
      assertEquals(limit < text.length(), shortened.endsWith("…"), "limit " + limit);
    }
    assertEquals(text, NotificationText.shortened(text, text.length()));
    assertEquals("a…", NotificationText.shortened("a🧅b", 3));
    assertEquals("ab…", NotificationText.shortened("ab cdef", 4));
  }

  private static void assertPlainSpeech(String text) {
    assertFalse(OUR_WORDS.matcher(text).find(), () -> "a word of the program in: " + text);
  }

  private static List<String> everyText(NotificationText notificationText) {
    List<String> texts = new ArrayList<>();
    texts.add(notificationText.headline());
    texts.addAll(notificationText.facts());
    texts.addAll(notificationText.context());
    return texts;
  }

  private static MessThread eachSortOfContext() {
    List<ContentEntry> context =
        List.of(
            new ContentEntry.Text("for dinner"),
            new ContentEntry.Text(" \u0007 "),
            new ContentEntry.UnknownEntry("Note", "chicken expires tomorrow"),
            new ContentEntry.Link("https://shop.example/onions"),
            new ContentEntry.Reference("2026-11-19-004"),
            new ContentEntry.Reference("2026-11-19-005", "get milk"),
            new ContentEntry.Location(48.1, 11.5, Map.of()),
            new ContentEntry.Location(
                37.7955, -122.3937, Map.of("name", "Ferry Building", "address", "1 Market")),
            media(
                ContentEntry.Media.MediaKind.IMAGE,
                "https://pictures.example/1.jpg",
                null,
                "shelf"),
            media(ContentEntry.Media.MediaKind.AUDIO, null, "memo.ogg", null),
            media(ContentEntry.Media.MediaKind.FILE, "data:text/plain;base64,QQ==", null, null),
            media(ContentEntry.Media.MediaKind.FILE, "file:///home/c/bill.pdf", null, "bill"),
            new ContentEntry.Confirmation(true, null),
            new ContentEntry.Confirmation(false, null),
            new ContentEntry.Structured(Map.of("kilos", 2)),
            new ContentEntry.ErrorEntry("E1", "the door is shut"),
            new ContentEntry.ErrorEntry("E42", null));
    return thread("buy onions", Priority.URGENT, context, "claude-agent");
  }

  private static ContentEntry media(
      ContentEntry.Media.MediaKind kind,
      @Nullable String uri,
      @Nullable String attachment,
      @Nullable String name) {
    return new ContentEntry.Media(kind, uri, attachment, name, null, -1);
  }

  private static MessThread thread(String intent) {
    return thread(intent, null, List.of(), "claude-agent");
  }

  private static MessThread thread(
      String intent, @Nullable Priority priority, List<ContentEntry> context, String requestor) {
    Envelope envelope = Envelope.of("2026-11-20-001", requestor, ThreadStatus.PENDING);
    Payload.Request request =
        new Payload.Request(
            null,
            intent,
            null,
            List.of(),
            context,
            RequestConstraints.NONE,
            List.of(),
            priority,
            Map.of(),
            null,
            false);
    ThreadMessage message =
        new ThreadMessage(0, requestor, null, "mcp", List.of(), List.of(request));
    return new MessThread("2026-11-20-001", envelope, List.of(message));
  }

  private static MessThread asked(
      @Nullable String precision,
      RequestConstraints constraints,
      List<Payload.ResponseHint> hints,
      Map<String, Object> compensation) {
    Payload.Request request =
        new Payload.Request(
            null,
            "buy onions",
            precision,
            List.of(),
            List.of(),
            constraints,
            hints,
            null,
            compensation,
            null,
            false);
    return new MessThread(
        "2026-11-20-001",
        Envelope.of("2026-11-20-001", "claude-agent", ThreadStatus.PENDING),
        List.of(new ThreadMessage(0, "claude-agent", null, "mcp", List.of(), List.of(request))));
  }

  private static Notification notification(
      NotificationContent content,
      MessThread thread,
      @Nullable Instant deadline,
      Recipient... recipients) {
    return new Notification(
        "00112233445566778899aabbccddeeff",
        content,
        "Miller home",
        Address.configured("U1"),
        List.of(recipients),
        thread,
        deadline,
        null,
        Set.of(),
        new NoDocument());
  }

  /** People's words need none. */
  private record NoDocument() implements TaskDocument {

    @Override
    public byte[] yaml(int maxBytes) {
      throw new AssertionError("words for people are not made from the machines' document");
    }

    @Override
    public byte[] json(int maxBytes) {
      throw new AssertionError("words for people are not made from the machines' document");
    }
  }
}
