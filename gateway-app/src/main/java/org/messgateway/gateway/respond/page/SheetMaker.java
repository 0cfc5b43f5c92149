package org.messgateway.gateway.respond.page;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Wording;
import org.messgateway.api.mess.Constraints;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.ReadThread;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.Viewer;
import org.messgateway.gateway.respond.page.TaskSheet.Circumstances;
import org.messgateway.gateway.respond.page.TaskSheet.Compensation;
import org.messgateway.gateway.respond.page.TaskSheet.Earlier;
import org.messgateway.gateway.respond.page.TaskSheet.Entry;
import org.messgateway.gateway.respond.page.TaskSheet.Hint;
import org.messgateway.gateway.respond.page.TaskSheet.Need;
import org.messgateway.gateway.respond.page.TaskSheet.Person;
import org.messgateway.gateway.respond.page.TaskSheet.Said;
import org.messgateway.gateway.respond.page.TaskSheet.Sizes;

/**
 * Makes the sheet of one thread for one executor: what it may see and no more. Who does not have a
 * task that is taken or over sees what it was and where it stands, nothing that belongs to it.
 */
public final class SheetMaker {

  private final ReadThread read;
  private final Viewer viewer;
  private final Occasion occasion;

  /**
   * What the thread itself does not tell.
   *
   * @param token to answer with
   * @param deadline null for none
   * @param people whom the link may be for; empty for one alone
   * @param names what people call an executor, or itself for a name that is unknown
   * @param earlier an earlier task by its ref, where it may be shown
   * @param links to files, on this server
   */
  public record Occasion(
      String title,
      String token,
      @Nullable Instant deadline,
      List<Person> people,
      UnaryOperator<String> names,
      Function<String, Optional<Earlier>> earlier,
      FileLinks links,
      Sizes limits) {

    public Occasion {
      people = List.copyOf(people);
    }
  }

  public SheetMaker(ReadThread read, Viewer viewer, Occasion occasion) {
    this.read = read;
    this.viewer = viewer;
    this.occasion = occasion;
  }

  /** The sheet as the thread stood when it was read. */
  public TaskSheet sheet() {
    MessThread thread = read.thread();
    Envelope envelope = thread.envelope();
    Payload.Request request = thread.request().orElseGet(() -> Payload.Request.of(""));
    boolean shown = shown();
    return new TaskSheet(
        thread.ref(),
        occasion.token(),
        occasion.title(),
        new Person(viewer.executor(), occasion.names().apply(viewer.executor()), null),
        occasion.people().isEmpty() ? null : occasion.people(),
        state(),
        envelope.status().code(),
        envelope.executor() == null ? null : occasion.names().apply(envelope.executor()),
        Wording.intent(thread),
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
        shown ? context() : List.of(),
        shown ? conversation() : List.of(),
        occasion.limits());
  }

  private String state() {
    Envelope envelope = read.thread().envelope();
    if (envelope.status().ended()) {
      return "over";
    }
    if (!held()) {
      return "open";
    }
    return viewer.executor().equals(envelope.executor()) ? "yours" : "taken";
  }

  /** Before it is claimed the exchange may have chosen somebody; that binds nobody. */
  private boolean held() {
    Envelope envelope = read.thread().envelope();
    return envelope.status().taken() && envelope.executor() != null;
  }

  private boolean shown() {
    boolean mine = viewer.executor().equals(read.thread().envelope().executor());
    return mine || viewer.seesThread() || state().equals("open");
  }

  private List<Entry> context() {
    for (ThreadMessage message : read.thread().messages()) {
      for (Payload.Request request : message.payloads(Payload.Request.class)) {
        return entries().of(request.context(), message, read.messages().get(message.position()));
      }
    }
    return List.of();
  }

  private List<Said> conversation() {
    return new Conversation(
            read, entries(), viewer.executor(), viewer.seesThread(), occasion.names())
        .said();
  }

  private Entries entries() {
    String asker = read.thread().requestor().map(occasion.names()).orElse("the one who asks");
    return new Entries(occasion.links(), occasion.earlier(), asker);
  }

  private static @Nullable Compensation compensation(Payload.Request request) {
    Object shells = request.compensation().get("shells");
    Object note = request.compensation().get("note");
    return shells == null && note == null ? null : new Compensation(shells, note);
  }

  private static Circumstances circumstances(Constraints constraints) {
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

  /** How an earlier task stands, as the sheet names it. */
  public static Earlier earlier(MessThread thread) {
    ThreadStatus status = thread.envelope().status();
    return new Earlier(thread.ref(), Wording.intent(thread), status.code());
  }
}
