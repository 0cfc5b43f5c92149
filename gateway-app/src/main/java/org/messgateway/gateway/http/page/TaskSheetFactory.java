package org.messgateway.gateway.http.page;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;
import org.messgateway.api.RequestWords;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.http.page.TaskSheet.Circumstances;
import org.messgateway.gateway.http.page.TaskSheet.Compensation;
import org.messgateway.gateway.http.page.TaskSheet.EarlierTask;
import org.messgateway.gateway.http.page.TaskSheet.Hint;
import org.messgateway.gateway.http.page.TaskSheet.Need;
import org.messgateway.gateway.http.page.TaskSheet.Person;
import org.messgateway.gateway.http.page.TaskSheet.SheetEntry;
import org.messgateway.gateway.http.page.TaskSheet.SheetMessage;
import org.messgateway.gateway.http.page.TaskSheet.Sizes;
import org.messgateway.gateway.protocol.Conversation;

/**
 * Makes the sheet of one thread for one executor, with no more than that executor may see. Of a
 * task that another executor holds, or that is over, it shows intent and status, but no content.
 */
public final class TaskSheetFactory {

  private final ParsedThread parsed;
  private final Conversation conversation;
  private final Viewer viewer;
  private final Occasion occasion;

  /**
   * Facts about a task that are not in its thread.
   *
   * @param token to answer with, while the task is not over
   * @param deadline null for none
   * @param people executors that share the link's address; empty for one alone
   * @param names from executors' ids to names; an unknown id is its own name
   * @param earlier an earlier task by its ref, where it may be shown
   * @param links to files, on this server
   * @param texts of the reader
   */
  public record Occasion(
      String title,
      String token,
      @Nullable Instant deadline,
      List<Person> people,
      UnaryOperator<String> names,
      Function<String, Optional<EarlierTask>> earlier,
      FileLinks links,
      Sizes limits,
      Texts texts) {

    public Occasion {
      people = List.copyOf(people);
    }
  }

  public TaskSheetFactory(ParsedThread parsed, Viewer viewer, Occasion occasion) {
    this.parsed = parsed;
    this.conversation = Conversation.of(parsed.thread());
    this.viewer = viewer;
    this.occasion = occasion;
  }

  /** The sheet of the thread as it was when it was read. */
  public TaskSheet sheet() {
    MessThread thread = parsed.thread();
    Envelope envelope = thread.envelope();
    Payload.Request request = thread.request().orElseGet(() -> Payload.Request.of(""));
    boolean shown = shown();
    return new TaskSheet(
        thread.ref(),
        occasion.texts().language(),
        over() ? null : occasion.token(),
        occasion.title(),
        new Person(viewer.executor(), occasion.names().apply(viewer.executor()), null),
        occasion.people().isEmpty() || over() ? null : occasion.people(),
        state(),
        conversation.status().code(),
        executor() == null ? null : occasion.names().apply(executor()),
        NotificationText.intent(thread, occasion.texts()),
        thread.requestor().map(occasion.names()).orElse(null),
        thread.priority().code(),
        text(envelope.created()),
        text(occasion.deadline()),
        request.precision(),
        request.requires().stream().map(each -> new Need(each.id(), each.metadata())).toList(),
        compensation(request),
        circumstances(request.constraints()),
        request.confirmBefore() || envelope.confirmBefore(),
        request.responseHint().stream().map(each -> new Hint(each.type(), each.spec())).toList(),
        request.responseHint().isEmpty()
            ? null
            : RequestWords.wanted(request.responseHint(), occasion.texts()),
        shown ? context() : List.of(),
        shown ? conversation() : List.of(),
        occasion.limits());
  }

  private boolean over() {
    return conversation.status().ended();
  }

  private String state() {
    if (over()) {
      return "over";
    }
    if (!conversation.status().taken() || conversation.holder() == null) {
      return "open";
    }
    return viewer.executor().equals(conversation.holder()) ? "yours" : "taken";
  }

  /** The holder; of a free task the executor whom the exchange proposes. */
  private @Nullable String executor() {
    String holder = conversation.holder();
    return holder != null ? holder : parsed.thread().envelope().executor();
  }

  private boolean shown() {
    boolean mine = viewer.executor().equals(executor());
    return mine || viewer.seesThread() || state().equals("open");
  }

  private List<SheetEntry> context() {
    for (ThreadMessage message : parsed.thread().messages()) {
      for (Payload.Request request : message.payloads(Payload.Request.class)) {
        return entries().of(request.context(), message, parsed.messages().get(message.position()));
      }
    }
    return List.of();
  }

  private List<SheetMessage> conversation() {
    return new PageConversation(
            parsed,
            entries(),
            viewer.executor(),
            viewer.seesThread(),
            occasion.names(),
            occasion.texts())
        .said();
  }

  private PageEntries entries() {
    String asker =
        parsed
            .thread()
            .requestor()
            .map(occasion.names())
            .orElseGet(() -> occasion.texts().get("word.asker"));
    return new PageEntries(occasion.links(), occasion.earlier(), asker, occasion.texts());
  }

  private static @Nullable Compensation compensation(Payload.Request request) {
    Object shells = request.compensation().get("shells");
    Object note = request.compensation().get("note");
    return shells == null && note == null ? null : new Compensation(shells, note);
  }

  private static Circumstances circumstances(RequestConstraints constraints) {
    return new Circumstances(
        constraints.location(),
        text(constraints.notBefore()),
        constraints.expires(),
        constraints.urgency(),
        constraints.environment(),
        constraints.dependsOn());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : Objects.toString(instant);
  }

  /** Ref, intent and status of an earlier task. */
  public static EarlierTask earlier(MessThread thread) {
    ThreadStatus status = thread.envelope().status();
    return new EarlierTask(thread.ref(), NotificationText.intent(thread), status.code());
  }
}
