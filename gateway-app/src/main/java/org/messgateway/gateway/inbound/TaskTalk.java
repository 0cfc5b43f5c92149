package org.messgateway.gateway.inbound;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Deed;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Said;
import org.messgateway.gateway.inbound.Acting.Luggage;
import org.messgateway.gateway.inbound.Meaning.Read;
import org.messgateway.gateway.inbound.Once.Before;
import org.messgateway.gateway.queue.DeliveryRow;

/** What people say and press about tasks. */
final class TaskTalk {

  private final Who who;
  private final OpenHere open;
  private final Strangers strangers;
  private final Once once;
  private final SmallTalk small;
  private final Acting acting;

  TaskTalk(Who who, OpenHere open, Strangers strangers, Once once, SmallTalk small, Acting acting) {
    this.who = who;
    this.open = open;
    this.strangers = strangers;
    this.once = once;
    this.small = small;
    this.acting = acting;
  }

  /** A button names its task, so it means the same however often it is told of. */
  Heard pressed(Said said, Deed.Pressed pressed) throws EarException {
    Sayings sayings = new Sayings(true);
    Optional<DeliveryRow> told = open.told(said);
    Optional<Member> member = who.of(said, told.orElse(null));
    if (member.isEmpty()) {
      return strangers.met(said);
    }
    Optional<OpenTask> about = told.flatMap(open::of);
    if (about.isEmpty()) {
      return Heard.refused(sayings.absent());
    }
    Luggage luggage = new Luggage(pressed.files(), null);
    return acting.act(
        said, member.get(), about.get(), move(pressed, about.get(), sayings), luggage, sayings);
  }

  /** What a stranger is told; empty for those who may act. */
  Optional<Heard> refusal(Said said) {
    boolean known = who.of(said, open.told(said).orElse(null)).isPresent();
    return known ? Optional.empty() : Optional.of(strangers.met(said));
  }

  private static Move move(Deed.Pressed pressed, OpenTask about, Sayings sayings) {
    String reason = field(pressed, Deed.Field.REASON);
    return switch (pressed.action()) {
      case CLAIM -> new Move.Claim();
      case DECLINE -> new Move.Decline(reason);
      case GIVE_BACK -> new Move.GiveBack(reason);
      case DONE -> done(field(pressed, Deed.Field.TEXT), pressed, about.task(), sayings);
      case ASK -> {
        String question = field(pressed, Deed.Field.QUESTION);
        yield question.isBlank()
            ? new Move.Nothing(sayings.wantsQuestion())
            : new Move.Ask(question);
      }
    };
  }

  private static Move done(String text, Deed.Pressed pressed, Task task, Sayings sayings) {
    boolean photo = text.isBlank() && pressed.files().isEmpty() && task.hints().contains("image");
    return photo ? new Move.Nothing(sayings.wantsPhoto()) : new Move.Complete(text);
  }

  private static String field(Deed.Pressed pressed, Deed.Field field) {
    Map<String, String> fields = pressed.fields();
    return fields.getOrDefault(field.code(), "").strip();
  }

  /** What a text means hangs on what is open: it is decided once. */
  Heard wrote(Said said, Deed.Wrote wrote) throws EarException {
    Optional<DeliveryRow> told = open.told(said);
    Optional<Member> member = who.of(said, told.orElse(null));
    boolean toOthers = told.isEmpty() && said.receipt() != null && who.isShared(said);
    if (toOthers || (member.isEmpty() && overheard(said, told))) {
      return Heard.SILENTLY;
    }
    if (member.isEmpty()) {
      return strangers.met(said);
    }
    return new Writing(said, wrote, member.get(), told).heard();
  }

  /** Strangers who talk to each other, and not to us. */
  private boolean overheard(Said said, Optional<DeliveryRow> told) {
    return told.isEmpty() && (who.isShared(said) || who.isElsewhere(said));
  }

  private static boolean isReminder(DeliveryRow told) {
    return told.identity().kind() == NotificationKind.REMINDER;
  }

  /** One text of somebody known. */
  private final class Writing {

    private final Said said;
    private final Deed.Wrote wrote;
    private final Member member;
    private final Optional<DeliveryRow> told;
    private final Luggage luggage;
    private final boolean shared;
    private final Sayings sayings;

    Writing(Said said, Deed.Wrote wrote, Member member, Optional<DeliveryRow> told) {
      this.said = said;
      this.wrote = wrote;
      this.member = member;
      this.told = told;
      luggage = new Luggage(wrote.files(), wrote.location());
      shared = who.isShared(said);
      sayings = new Sayings(told.isPresent());
    }

    Heard heard() throws EarException {
      List<OpenTask> here = told.isPresent() ? List.of() : open.at(said, member);
      Read read = Grammar.read(wrote.text(), new Grammar.Context(open.letters(said), isCarried()));
      Choice choice = choose(read, here);
      Before before = once.begin(said.id(), choice.ref());
      if (before instanceof Before.Finished) {
        return choice instanceof Choice.Silence ? Heard.SILENTLY : Heard.taken(sayings.again());
      }
      if (before instanceof Before.Unfinished(String ref) && !ref.equals(choice.ref())) {
        choice = chosenBefore(ref);
      }
      Heard heard = carriedOut(choice, read);
      once.end(said.id());
      return heard;
    }

    private Choice chosenBefore(String ref) {
      return open.of(ref)
          .<Choice>map(each -> new Choice.About(each, told.isPresent(), true))
          .orElseGet(() -> new Choice.Say(Heard.taken(sayings.again())));
    }

    private boolean isCarried() {
      return said.address().startsWith("+") && said.address().equals(said.person());
    }

    /** Where others read along, only what is open can be meant. */
    private Optional<OpenTask> late(@Nullable String letter) {
      if (shared) {
        return Optional.empty();
      }
      return letter == null ? open.last(said, member) : open.lettered(said, letter);
    }

    private Choice choose(Read read, List<OpenTask> here) {
      if (read.meaning() instanceof Meaning.Carrier) {
        return new Choice.Silence();
      }
      if (told.isPresent() && !isAside(read.meaning())) {
        return open.of(told.get())
            .<Choice>map(about -> new Choice.About(about, true, false))
            .orElseGet(() -> new Choice.Say(Heard.refused(sayings.absent())));
      }
      if (shared && !(read.meaning() instanceof Meaning.Done) && read.letter() == null) {
        return new Choice.Silence();
      }
      if (isAside(read.meaning())) {
        return new Choice.Aside();
      }
      return new Choosing(member.executor(), read, !luggage.isEmpty(), sayings, this::late)
          .among(here);
    }

    private boolean isAside(Meaning meaning) {
      return luggage.isEmpty()
          && (meaning instanceof Meaning.Pause
              || meaning instanceof Meaning.Resume
              || meaning instanceof Meaning.ListOpen);
    }

    private Heard carriedOut(Choice choice, Read read) throws EarException {
      return switch (choice) {
        case Choice.Silence _ -> Heard.SILENTLY;
        case Choice.Say say -> say.heard();
        case Choice.Aside _ -> aside(read.meaning());
        case Choice.Which which ->
            Heard.refused(sayings.which(open.lettered(which.tasks()), read.meaning()));
        case Choice.About about ->
            acting.act(said, member, about.task(), move(about, read), luggage, sayings);
      };
    }

    private Move move(Choice.About about, Read read) {
      if (about.again() && read.meaning() instanceof Meaning.Take) {
        return new Move.Claim();
      }
      boolean asked = told.filter(TaskTalk::isReminder).isPresent();
      return new Interpretation(
              about.task().task(),
              member.executor(),
              asked,
              about.named(),
              !luggage.isEmpty(),
              sayings)
          .of(read);
    }

    private Heard aside(Meaning meaning) {
      return switch (meaning) {
        case Meaning.Pause pause -> small.pause(said, pause.rest());
        case Meaning.Resume _ -> small.resumed(said);
        default -> small.listed(said);
      };
    }
  }
}
