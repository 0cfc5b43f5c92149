package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundReply;
import org.messgateway.gateway.answer.chat.EventDeduplicator.EventState;
import org.messgateway.gateway.answer.chat.TaskActions.Enclosures;
import org.messgateway.gateway.answer.chat.Utterance.ReadText;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliverySource;

/** What people say and press about tasks. */
final class TaskChat {

  private final SenderResolver senders;
  private final OpenTaskLookup open;
  private final UnknownSenders unknownSenders;
  private final EventDeduplicator eventDeduplicator;
  private final ChatCommands commands;
  private final TaskActions taskActions;

  TaskChat(
      SenderResolver senders,
      OpenTaskLookup open,
      UnknownSenders unknownSenders,
      EventDeduplicator eventDeduplicator,
      ChatCommands commands,
      TaskActions taskActions) {
    this.senders = senders;
    this.open = open;
    this.unknownSenders = unknownSenders;
    this.eventDeduplicator = eventDeduplicator;
    this.commands = commands;
    this.taskActions = taskActions;
  }

  /** A button names its task, so a repeated press means the same. */
  InboundReply pressed(InboundEvent event, InboundAction.ButtonPress press)
      throws InboundException {
    Enclosures enclosures = new Enclosures(press.files(), null);
    return act(event, enclosures, (about, replyTexts) -> move(press, about, replyTexts));
  }

  /** The request as it stands decides what the button means: an old message may ask another. */
  InboundReply answered(InboundEvent event, InboundAction.AnswerPress press)
      throws InboundException {
    return act(
        event,
        Enclosures.NONE,
        (about, replyTexts) ->
            about
                .task()
                .answer(press.code())
                .<TaskAction>map(answer -> new TaskAction.Choose(answer.entry()))
                .orElseGet(() -> new TaskAction.Nothing(replyTexts.asksOtherwise())));
  }

  private InboundReply act(
      InboundEvent event,
      Enclosures enclosures,
      BiFunction<OpenTask, ReplyTexts, TaskAction> meaning)
      throws InboundException {
    Optional<DeliveryRow> delivery = open.delivery(event);
    Optional<ChannelMember> member = senders.of(event, delivery.orElse(null));
    if (member.isEmpty()) {
      return unknownSenders.met(event);
    }
    ReplyTexts replyTexts = new ReplyTexts(true, member.get().texts());
    Optional<OpenTask> about = delivery.flatMap(open::of);
    if (about.isEmpty()) {
      return InboundReply.refused(replyTexts.absent());
    }
    return taskActions.act(
        event,
        member.get(),
        about.get(),
        meaning.apply(about.get(), replyTexts),
        enclosures,
        replyTexts);
  }

  /** The reply to an unknown sender; empty for a known one. */
  Optional<InboundReply> refusal(InboundEvent event) {
    boolean known = senders.of(event, open.delivery(event).orElse(null)).isPresent();
    return known ? Optional.empty() : Optional.of(unknownSenders.met(event));
  }

  private static TaskAction move(
      InboundAction.ButtonPress press, OpenTask about, ReplyTexts replyTexts) {
    String reason = field(press, InboundAction.FormField.REASON);
    return switch (press.button()) {
      case CLAIM -> new TaskAction.Claim();
      case DECLINE -> new TaskAction.Decline(reason);
      case GIVE_BACK -> new TaskAction.GiveBack(reason);
      case DONE ->
          done(field(press, InboundAction.FormField.TEXT), press, about.task(), replyTexts);
      case ASK -> {
        String question = field(press, InboundAction.FormField.QUESTION);
        yield question.isBlank()
            ? new TaskAction.Nothing(replyTexts.wantsQuestion())
            : new TaskAction.Ask(question);
      }
    };
  }

  private static TaskAction done(
      String text, InboundAction.ButtonPress press, ChatTask task, ReplyTexts replyTexts) {
    boolean photo = text.isBlank() && press.files().isEmpty() && task.hints().contains("image");
    return photo ? new TaskAction.Nothing(replyTexts.wantsPhoto()) : new TaskAction.Complete(text);
  }

  private static String field(InboundAction.ButtonPress press, InboundAction.FormField field) {
    Map<String, String> fields = press.fields();
    return fields.getOrDefault(field.code(), "").strip();
  }

  /** What a text means hangs on what is open: it is decided once. */
  InboundReply wrote(InboundEvent event, InboundAction.ChatMessage chatMessage)
      throws InboundException {
    Optional<DeliveryRow> delivery = open.delivery(event);
    if (delivery.isEmpty() && event.receipt() != null) {
      open.awaitReceipts(event);
      // It may have been settled between the two looks.
      delivery = open.delivery(event);
    }
    Optional<ChannelMember> member = senders.of(event, delivery.orElse(null));
    boolean toOthers = delivery.isEmpty() && event.receipt() != null && senders.isShared(event);
    if (!chatMessage.addressed()
        && (toOthers || (member.isEmpty() && overheard(event, delivery)))) {
      return InboundReply.ACCEPTED_SILENTLY;
    }
    if (member.isEmpty()) {
      return unknownSenders.met(event);
    }
    return new ReceivedText(event, chatMessage, member.get(), delivery).handle();
  }

  /** Strangers who talk to each other, and not to us. */
  private boolean overheard(InboundEvent event, Optional<DeliveryRow> delivery) {
    return delivery.isEmpty() && (senders.isShared(event) || senders.isElsewhere(event));
  }

  private static boolean isList(DeliveryRow delivery) {
    return delivery.identity().source() == DeliverySource.DIGEST;
  }

  /** One text of a known sender. */
  private final class ReceivedText {

    private final InboundEvent event;
    private final InboundAction.ChatMessage chatMessage;
    private final ChannelMember member;
    private final Optional<DeliveryRow> delivery;
    private final Enclosures enclosures;

    /** Whether the text may be for others who read there. */
    private final boolean shared;

    private final ReplyTexts replyTexts;

    ReceivedText(
        InboundEvent event,
        InboundAction.ChatMessage chatMessage,
        ChannelMember member,
        Optional<DeliveryRow> delivery) {
      this.event = event;
      this.chatMessage = chatMessage;
      this.member = member;
      // A list tells of several tasks: a reply to it is for us, and the words say which it means.
      this.delivery = delivery.filter(row -> !isList(row));
      enclosures = new Enclosures(chatMessage.files(), chatMessage.location());
      boolean list = delivery.filter(TaskChat::isList).isPresent();
      shared = senders.isShared(event) && !chatMessage.addressed() && !list;
      replyTexts =
          new ReplyTexts(this.delivery.isPresent() || chatMessage.addressed(), member.texts());
    }

    InboundReply handle() throws InboundException {
      ReadText read =
          ChatGrammar.read(
              chatMessage.text(), new ChatGrammar.Context(open.letters(event), isCarried()));
      TextClassification textClassification = choose(read);
      EventState before = eventDeduplicator.begin(event.id(), textClassification.ref());
      if (before instanceof EventState.Finished) {
        return textClassification instanceof TextClassification.Ignore
            ? InboundReply.ACCEPTED_SILENTLY
            : InboundReply.accepted(replyTexts.again());
      }
      if (before instanceof EventState.Unfinished(String ref)
          && !ref.equals(textClassification.ref())) {
        textClassification = chosenBefore(ref);
      }
      InboundReply reply = carryOut(textClassification, read);
      eventDeduplicator.end(event.id());
      return reply;
    }

    /** Whoever writes where nothing is open may answer what is being sent. */
    private List<OpenTask> open() throws InboundException {
      List<OpenTask> here = open.at(event, member);
      if (here.isEmpty()) {
        open.awaitReceipts(event);
      }
      return here.isEmpty() ? open.at(event, member) : here;
    }

    private TextClassification chosenBefore(String ref) {
      return open.of(ref)
          .<TextClassification>map(
              each -> new TextClassification.AboutTask(each, delivery.isPresent(), true))
          .orElseGet(
              () -> new TextClassification.ReplyOnly(InboundReply.accepted(replyTexts.again())));
    }

    private boolean isCarried() {
      return event.address().startsWith("+") && event.address().equals(event.person());
    }

    /** At a shared address only an open task can be meant. */
    private Optional<OpenTask> late(@Nullable String letter) {
      if (shared) {
        return Optional.empty();
      }
      return letter == null ? open.last(event, member) : open.lettered(event, letter);
    }

    private TextClassification choose(ReadText read) throws InboundException {
      if (read.utterance() instanceof Utterance.CarrierWord) {
        return new TextClassification.Ignore();
      }
      if (delivery.isPresent() && !isCommand(read.utterance())) {
        return open.of(delivery.get())
            .<TextClassification>map(about -> new TextClassification.AboutTask(about, true, false))
            .orElseGet(
                () -> new TextClassification.ReplyOnly(InboundReply.refused(replyTexts.absent())));
      }
      boolean named = delivery.isPresent() || read.letter() != null;
      if (shared && !named && !(read.utterance() instanceof Utterance.Done)) {
        return new TextClassification.Ignore();
      }
      if (isCommand(read.utterance())) {
        return new TextClassification.NoTask();
      }
      return new TaskResolver(
              member.executor(), read, !enclosures.isEmpty(), replyTexts, this::late)
          .among(open());
    }

    /** In reply to a task "open" may be the answer: there only a pause with its time is clear. */
    private boolean isCommand(Utterance utterance) {
      boolean toTask =
          delivery.filter(row -> row.identity().source() == DeliverySource.TASK).isPresent();
      boolean command =
          switch (utterance) {
            case Utterance.PauseNotifications(String rest) -> !toTask || !rest.isEmpty();
            case Utterance.ResumeNotifications _, Utterance.ListOpen _ -> !toTask;
            default -> false;
          };
      return command && enclosures.isEmpty();
    }

    private InboundReply carryOut(TextClassification textClassification, ReadText read)
        throws InboundException {
      return switch (textClassification) {
        case TextClassification.Ignore _ -> InboundReply.ACCEPTED_SILENTLY;
        case TextClassification.ReplyOnly say -> say.reply();
        case TextClassification.NoTask _ -> runCommand(read.utterance());
        case TextClassification.Ambiguous which ->
            InboundReply.refused(replyTexts.which(open.lettered(which.tasks()), read.utterance()));
        case TextClassification.AboutTask about ->
            taskActions.act(event, member, about.task(), move(about, read), enclosures, replyTexts);
      };
    }

    private TaskAction move(TextClassification.AboutTask about, ReadText read) {
      if (about.again() && read.utterance() instanceof Utterance.Take) {
        return new TaskAction.Claim();
      }
      boolean asked =
          open.answersReminder(event, delivery.orElseGet(() -> about.task().delivery()));
      return new ActionResolver(
              about.task().task(),
              member.executor(),
              asked,
              about.named(),
              !enclosures.isEmpty(),
              replyTexts)
          .of(read);
    }

    private InboundReply runCommand(Utterance utterance) {
      return switch (utterance) {
        case Utterance.PauseNotifications pause -> commands.pause(event, pause.rest());
        case Utterance.ResumeNotifications _ -> commands.resumed(event);
        default -> commands.listed(event);
      };
    }
  }
}
