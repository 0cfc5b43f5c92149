package org.messgateway.testkit;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Action;
import org.messgateway.api.Address;
import org.messgateway.api.Links;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Constraints;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Makes notifications as the gateway would: a realistic thread, links with a token, no buttons
 * unless asked for. Immutable; every method that changes something answers a new one.
 *
 * <pre>{@code
 * Notification notification =
 *     TestNotifications.to(Address.configured("+14155550123"))
 *         .intent("check what's in the fridge")
 *         .news(new News.Taken("Ana"))
 *         .make();
 * }</pre>
 */
public final class TestNotifications {

  /** The token in every link; must not be logged. */
  public static final String LINK_TOKEN = "eyJhbGciOiJIUzI1NiJ9.CANARYLINKTOKENq8Zr2.m4c5Yk1";

  /** When it all happens: early enough before {@link #DEADLINE}. */
  public static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  public static final Instant DEADLINE = Instant.parse("2026-11-20T18:00:00Z");

  public static final String REF = "2026-11-20-A001";

  private static final Links LINKS =
      new Links(
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

  private final String id;
  private final Address address;
  private final News news;
  private final String title;
  private final String ref;
  private final String intent;
  private final List<ContentEntry> context;
  private final Priority priority;
  private final List<Recipient> recipients;
  private final @Nullable Links links;
  private final Set<Action> actions;
  private final TaskDocument document;

  private TestNotifications(
      String id,
      Address address,
      News news,
      String title,
      String ref,
      String intent,
      List<ContentEntry> context,
      Priority priority,
      List<Recipient> recipients,
      @Nullable Links links,
      Set<Action> actions,
      TaskDocument document) {
    this.id = id;
    this.address = address;
    this.news = news;
    this.title = title;
    this.ref = ref;
    this.intent = intent;
    this.context = context;
    this.priority = priority;
    this.recipients = recipients;
    this.links = links;
    this.actions = actions;
    this.document = document;
  }

  /** An ordinary request to one executor at this address. */
  public static TestNotifications to(Address address) {
    return new TestNotifications(
        "0123456789abcdef0123456789abcdef",
        address,
        new News.Request(),
        "Miller home",
        REF,
        "check what's in the fridge",
        List.of(
            new ContentEntry.Text("No rush, the milk can wait."),
            new ContentEntry.Link("https://example.com/recipe")),
        Priority.NORMAL,
        List.of(new Recipient("teague-phone", "Teague", ZoneId.of("America/Los_Angeles"))),
        LINKS,
        Set.of(),
        DOCUMENT);
  }

  /** One of every sort of news. */
  public static List<News> everyNews() {
    return List.of(
        new News.Request(),
        new News.Claimed(),
        new News.Taken("Ana"),
        new News.Replied("claude-agent", "Only the top shelf, please."),
        new News.Cancelled("Found it myself"),
        new News.Cancelled(null),
        new News.Reminder(),
        new News.Expired(),
        new News.Finished(ThreadStatus.COMPLETED),
        new News.Trouble(
            "The robot roomba-kitchen cannot be reached.", "10:40", "Is it switched on?"),
        new News.Test());
  }

  /** This text in every place where somebody's words go, one notification per place. */
  public static Stream<TestNotifications> everywhere(Address address, String text) {
    TestNotifications plain = to(address);
    return Stream.of(
        plain.intent(text),
        plain.title(text),
        plain.context(List.of(new ContentEntry.Text(text), new ContentEntry.Other("note", text))),
        plain.news(new News.Replied(text, text)),
        plain.news(new News.Taken(text)),
        plain.news(new News.Cancelled(text)),
        plain.news(new News.Trouble(text, text, text)),
        plain.intent(text).title(text).actions(EnumSet.allOf(Action.class)));
  }

  public TestNotifications id(String changed) {
    return new TestNotifications(
        changed,
        address,
        news,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications news(News changed) {
    return new TestNotifications(
        id,
        address,
        changed,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications title(String changed) {
    return new TestNotifications(
        id,
        address,
        news,
        changed,
        ref,
        intent,
        context,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications ref(String changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        changed,
        intent,
        context,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications intent(String changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        changed,
        context,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications context(List<ContentEntry> changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        changed,
        priority,
        recipients,
        links,
        actions,
        document);
  }

  public TestNotifications priority(Priority changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        context,
        changed,
        recipients,
        links,
        actions,
        document);
  }

  /** Recipients by id, named alike. */
  public TestNotifications recipients(String... executors) {
    List<Recipient> changed =
        Arrays.stream(executors)
            .map(executor -> new Recipient(executor, executor, ZoneId.of("Europe/Berlin")))
            .toList();
    return new TestNotifications(
        id, address, news, title, ref, intent, context, priority, changed, links, actions,
        document);
  }

  /** As it is while links would not work where the recipient is. */
  public TestNotifications withoutLinks() {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        null,
        actions,
        document);
  }

  public TestNotifications links(Links changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        changed,
        actions,
        document);
  }

  public TestNotifications actions(Set<Action> changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        links,
        changed,
        document);
  }

  public TestNotifications document(TaskDocument changed) {
    return new TestNotifications(
        id,
        address,
        news,
        title,
        ref,
        intent,
        context,
        priority,
        recipients,
        links,
        actions,
        changed);
  }

  public Notification make() {
    return new Notification(
        id, news, title, address, recipients, thread(), DEADLINE, links, actions, document);
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
            Constraints.NONE,
            List.of(new Payload.ResponseHint("image", null)),
            priority,
            Map.of(),
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
