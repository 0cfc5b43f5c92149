package org.messgateway.gateway.cli.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.messgateway.api.Address;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationContent.DigestEntry;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.TaskLinks;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;

/**
 * One notification of each kind that a person gets, about one task that does not exist.
 *
 * @param title the household's
 * @param texts of the reader
 * @param now when they are read
 */
record SampleNotifications(String title, Texts texts, Instant now) {

  private static final String REF = "2026-01-31-001";
  private static final String ASKER = "claude-agent";
  private static final URI PAGE = URI.create("https://mess.example.com/r/7hk2m");
  private static final TaskLinks LINKS = new TaskLinks(PAGE, PAGE, PAGE);
  private static final Set<MessageButton> FREE =
      EnumSet.of(MessageButton.CLAIM, MessageButton.DECLINE);
  private static final Set<MessageButton> HELD =
      EnumSet.of(MessageButton.DONE, MessageButton.ASK, MessageButton.GIVE_BACK);

  /** By what has happened, in the order in which a person may get them. */
  Map<String, Notification> all() {
    Map<String, Notification> all = new LinkedHashMap<>();
    all.put("a task", of(new NotificationContent.TaskRequest(), FREE));
    all.put("you took it", of(new NotificationContent.ClaimedByReader(), HELD));
    all.put("somebody else took it", of(new NotificationContent.TakenByOther("Ana"), Set.of()));
    all.put(
        "a reply",
        of(new NotificationContent.AgentReply(ASKER, "Only the top shelf, please."), HELD));
    all.put("a reminder", of(new NotificationContent.TaskReminder(), HELD));
    all.put("it is done", of(new NotificationContent.TaskFinished(ThreadStatus.COMPLETED)));
    all.put("it is cancelled", of(new NotificationContent.TaskCancelled("Found it myself")));
    all.put("it is too late", of(new NotificationContent.TaskExpired()));
    all.put(
        "several tasks",
        of(
            new NotificationContent.TaskDigest(
                List.of(entry("A", "water the plants"), entry("B", "bring the bin out")), 2),
            FREE));
    all.put("a test", of(new NotificationContent.ChannelTest()));
    return all;
  }

  private static DigestEntry entry(String letter, String intent) {
    return new DigestEntry(letter.toLowerCase(Locale.ROOT).repeat(32), intent, letter, PAGE);
  }

  private Notification of(NotificationContent content) {
    return of(content, Set.of());
  }

  private Notification of(NotificationContent content, Set<MessageButton> buttons) {
    return new Notification(
        "0".repeat(32),
        content,
        title,
        Address.configured("1"),
        List.of(new Recipient("sample", "Teague", ZoneId.systemDefault(), texts)),
        thread(),
        now.plus(Duration.ofHours(2)),
        buttons.isEmpty() ? null : LINKS,
        buttons,
        new NoDocument());
  }

  private MessThread thread() {
    Payload.Request request =
        new Payload.Request(
            "fridge-1",
            "check what's in the fridge",
            null,
            List.of(),
            List.of(new ContentEntry.Text("The milk can wait.")),
            new RequestConstraints("Kitchen", null, null, null, List.of(), List.of()),
            List.of(new Payload.ResponseHint("image", null)),
            Priority.NORMAL,
            Map.of(),
            null,
            false);
    Envelope envelope = Envelope.of(REF, ASKER, ThreadStatus.PENDING);
    return new MessThread(
        REF,
        envelope,
        List.of(new ThreadMessage(0, ASKER, now, null, List.of(), List.of(request))));
  }

  /** People get no document. */
  private record NoDocument() implements TaskDocument {

    @Override
    public byte[] yaml(int maxBytes) {
      return "{}\n".getBytes(UTF_8);
    }

    @Override
    public byte[] json(int maxBytes) {
      return "{}".getBytes(UTF_8);
    }
  }
}
