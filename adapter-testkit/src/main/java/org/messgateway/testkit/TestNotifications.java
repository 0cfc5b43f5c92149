package org.messgateway.testkit;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.DeliveryOptions;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.Recipient;
import org.messgateway.api.RequestedAnswers;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;

/**
 * Builds notifications as the gateway makes them: a realistic thread, links with a token, and no
 * buttons unless a test sets them. Instances are immutable; every method returns a new one.
 *
 * <pre>{@code
 * Notification notification =
 *     TestNotifications.to(Address.configured("+14155550123"))
 *         .intent("check what's in the fridge")
 *         .content(new NotificationContent.TakenByOther("Ana"))
 *         .make();
 * }</pre>
 */
public final class TestNotifications {

  /** The token in every link, which must not be logged. */
  public static final String LINK_TOKEN = "eyJhbGciOiJIUzI1NiJ9.CANARYLINKTOKENq8Zr2.m4c5Yk1";

  /** The current instant of the notifications, before {@link #DEADLINE}. */
  public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  public static final Instant DEADLINE = Instant.parse("2026-11-20T18:00:00Z");

  public static final String REF = "2026-11-20-A001";

  private static final TaskLinks LINKS =
      new TaskLinks(
          URI.create("https://mess.example.com/respond?ref=" + REF + "&token=" + LINK_TOKEN),
          URI.create("https://mess.example.com/r/7hk2m?t=" + LINK_TOKEN),
          URI.create("https://mess.example.com/thread/" + REF + "?token=" + LINK_TOKEN));

  private static final FixedDocument DOCUMENT =
      new FixedDocument(
          """
          ref: 2026-11-20-A001
          requestor: claude-agent
          status: pending
          created: 2026-11-20T11:58:00Z
          ---
          from: claude-agent
          received: 2026-11-20T11:58:00Z
          MESS:
            - v: 1.0.0
            - request:
                id: fridge-1
                intent: check what's in the fridge
                context:
                  - "No rush — the milk can wait ☕"
          """,
          """
          {"envelope":{"ref":"2026-11-20-A001","status":"pending"},"messages":[{"from":"claude-agent",\
          "MESS":[{"request":{"intent":"check what's in the fridge"}}]}]}\
          """);

  // Written in copies only, before anybody has them.
  private String id = "0123456789abcdef0123456789abcdef";
  private final Address address;
  private NotificationContent content = new NotificationContent.TaskRequest();
  private String title = "Miller home";
  private String ref = REF;
  private String intent = "check what's in the fridge";
  private List<ContentEntry> context =
      List.of(
          new ContentEntry.Text("No rush, the milk can wait."),
          new ContentEntry.Link("https://example.com/recipe"));
  private Priority priority = Priority.NORMAL;
  private List<Recipient> recipients =
      List.of(new Recipient("teague-phone", "Teague", ZoneId.of("America/Los_Angeles")));
  private @Nullable TaskLinks links = LINKS;
  private Set<MessageButton> buttons = Set.of();
  private TaskDocument document = DOCUMENT;
  private RequestConstraints constraints = RequestConstraints.NONE;
  private List<Payload.ResponseHint> hints = List.of(new Payload.ResponseHint("image", null));
  private Map<String, Object> compensation = Map.of();

  private TestNotifications(Address address) {
    this.address = address;
  }

  private TestNotifications with(Consumer<TestNotifications> change) {
    TestNotifications copy = new TestNotifications(address);
    copy.id = id;
    copy.content = content;
    copy.title = title;
    copy.ref = ref;
    copy.intent = intent;
    copy.context = context;
    copy.priority = priority;
    copy.recipients = recipients;
    copy.links = links;
    copy.buttons = buttons;
    copy.document = document;
    copy.constraints = constraints;
    copy.hints = hints;
    copy.compensation = compensation;
    change.accept(copy);
    return copy;
  }

  /** A request to one executor at this address. */
  public static TestNotifications to(Address address) {
    return new TestNotifications(address);
  }

  /** One content of every kind. */
  public static List<NotificationContent> everyContent() {
    return List.of(
        new NotificationContent.TaskRequest(),
        new NotificationContent.ClaimedByReader(),
        new NotificationContent.TakenByOther("Ana"),
        new NotificationContent.AgentReply("claude-agent", "Only the top shelf, please."),
        new NotificationContent.TaskCancelled("Found it myself"),
        new NotificationContent.TaskCancelled(null),
        new NotificationContent.TaskReminder(),
        new NotificationContent.TaskExpired(),
        new NotificationContent.TaskFinished(ThreadStatus.COMPLETED),
        new NotificationContent.GatewayTrouble(
            "The robot roomba-kitchen cannot be reached.", "10:40", "Is it switched on?"),
        new NotificationContent.ChannelTest());
  }

  /** One notification for each place of a person's or agent's words, with this text there. */
  public static Stream<TestNotifications> everywhere(Address address, String text) {
    TestNotifications plain = to(address);
    return Stream.of(
        plain.intent(text),
        plain.title(text),
        plain.context(
            List.of(new ContentEntry.Text(text), new ContentEntry.UnknownEntry("note", text))),
        plain.conditions(
            new RequestConstraints(text, null, null, null, Collections.nCopies(3, text), List.of()),
            List.of(new Payload.ResponseHint("image", text), new Payload.ResponseHint(text, text)),
            Map.of("shells", text, "note", text)),
        plain.content(new NotificationContent.AgentReply(text, text)),
        plain.content(new NotificationContent.TakenByOther(text)),
        plain.content(new NotificationContent.TaskCancelled(text)),
        plain.content(new NotificationContent.GatewayTrouble(text, text, text)),
        plain.intent(text).title(text).buttons(EnumSet.allOf(MessageButton.class)));
  }

  public TestNotifications id(String changed) {
    return with(copy -> copy.id = changed);
  }

  public TestNotifications content(NotificationContent changed) {
    return with(copy -> copy.content = changed);
  }

  public TestNotifications title(String changed) {
    return with(copy -> copy.title = changed);
  }

  public TestNotifications ref(String changed) {
    return with(copy -> copy.ref = changed);
  }

  public TestNotifications intent(String changed) {
    return with(copy -> copy.intent = changed);
  }

  public TestNotifications context(List<ContentEntry> changed) {
    return with(copy -> copy.context = changed);
  }

  public TestNotifications priority(Priority changed) {
    return with(copy -> copy.priority = changed);
  }

  /** Recipients with these ids as names. */
  public TestNotifications recipients(String... executors) {
    List<Recipient> changed =
        Arrays.stream(executors)
            .map(executor -> new Recipient(executor, executor, ZoneId.of("Europe/Berlin")))
            .toList();
    return with(copy -> copy.recipients = changed);
  }

  /** The same recipients, who read other texts. */
  public TestNotifications texts(Texts changed) {
    List<Recipient> reading =
        recipients.stream()
            .map(each -> new Recipient(each.executor(), each.name(), each.zone(), changed))
            .toList();
    return with(copy -> copy.recipients = reading);
  }

  /** Without links, as where no link works for the recipient. */
  public TestNotifications withoutLinks() {
    return with(copy -> copy.links = null);
  }

  public TestNotifications links(TaskLinks changed) {
    return with(copy -> copy.links = changed);
  }

  public TestNotifications buttons(Set<MessageButton> changed) {
    return with(copy -> copy.buttons = changed);
  }

  public TestNotifications document(TaskDocument changed) {
    return with(copy -> copy.document = changed);
  }

  /** Another place, other wanted answers, another payment. */
  public TestNotifications conditions(
      RequestConstraints place, List<Payload.ResponseHint> wanted, Map<String, Object> payment) {
    return with(copy -> {
      copy.constraints = place;
      copy.hints = wanted;
      copy.compensation = payment;
    });
  }

  /** Other wanted answers, which decide the buttons that answer. */
  public TestNotifications wanted(Payload.ResponseHint... changed) {
    return with(copy -> copy.hints = List.of(changed));
  }

  /** A place by coordinates, several wanted answers, a payment, and context for machines alone. */
  public TestNotifications withAllConditions() {
    return conditions(
            new RequestConstraints(
                Map.of("lat", 37.7955, "lng", -122.3937, "name", "Ferry Building"),
                null,
                null,
                null,
                List.of("daylight"),
                List.of()),
            List.of(
                new Payload.ResponseHint("image", "the shelf"),
                new Payload.ResponseHint("confirmation", null)),
            Map.of("shells", 5))
        .context(
            List.of(
                new ContentEntry.UnknownEntry("embedding", List.of(0.125, 0.25)),
                new ContentEntry.Structured(Map.of("a", Map.of("b", 0.125)))));
  }

  public Notification make() {
    MessThread thread = thread();
    return new Notification(
        id,
        content,
        title,
        address,
        recipients,
        thread,
        DEADLINE,
        links,
        buttons,
        buttons.isEmpty() ? List.of() : RequestedAnswers.of(thread),
        document,
        DeliveryOptions.DEFAULT);
  }

  private MessThread thread() {
    Instant created = NOW.minusSeconds(120);
    Payload.Request request =
        new Payload.Request(
            "fridge-1",
            intent,
            null,
            List.of(new Requirement("check-visual")),
            context,
            constraints,
            hints,
            priority,
            compensation,
            null,
            false);
    return new MessThread(
        ref,
        new Envelope(
            ref,
            "claude-agent",
            null,
            ThreadStatus.PENDING,
            created,
            created,
            intent,
            priority,
            "fridge-1",
            null,
            DEADLINE.toString(),
            false,
            List.of(new HistoryEntry(HistoryEntry.CREATED, created, "exchange", null))),
        List.of(new ThreadMessage(0, "claude-agent", created, "mcp", List.of(), List.of(request))));
  }
}
