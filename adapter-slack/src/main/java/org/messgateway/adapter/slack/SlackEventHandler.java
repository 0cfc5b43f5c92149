package org.messgateway.adapter.slack;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.slack.SlackEvent.SlackOrigin;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundFile;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.messgateway.api.MessageButton;
import org.messgateway.api.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes one event: opens a form, or reports the action and shows the reply. */
final class SlackEventHandler {

  private static final Logger LOG = LoggerFactory.getLogger(SlackEventHandler.class);

  private final InboundListener listener;
  private final SlackResponder responder;
  private final SlackConnections wire;
  private final Secret token;

  SlackEventHandler(
      InboundListener listener, SlackResponder responder, SlackConnections wire, Secret token) {
    this.listener = listener;
    this.responder = responder;
    this.wire = wire;
    this.token = token;
  }

  /**
   * Processes an event once. An event that fails in another way than by the exception would fail
   * again, and stays stored until the next start.
   *
   * @throws InboundException when the gateway cannot take the event now; it must be processed again
   */
  void process(String id, SlackEvent event) throws InboundException {
    try {
      if (event instanceof SlackEvent.SlackPress press && press.action().form().isPresent()) {
        if (!ask(press)) {
          return;
        }
      } else {
        InboundReply reply = listener.report(toInboundEvent(event));
        responder.tell(event.origin(), reply.sentence());
      }
      listener.complete(id);
    } catch (RuntimeException e) {
      LOG.error("What somebody did in Slack waits for the next start: {}", e.toString());
    }
  }

  /**
   * Opens the form of a button, unless the person may not act. It is tried once, because Slack
   * allows it for 3 s; false when it failed, and the next start tells the person.
   */
  private boolean ask(SlackEvent.SlackPress press) {
    InboundEvent event = toInboundEvent(press);
    try {
      Optional<InboundReply> refusal = listener.refusal(event);
      if (refusal.isPresent()) {
        responder.tell(press.origin(), refusal.get().sentence());
      } else {
        responder.ask(press, listener.texts(event));
      }
      return true;
    } catch (InboundException e) {
      LOG.error("What somebody did in Slack waits for the next start: {}", e.getMessage());
      return false;
    }
  }

  private InboundEvent toInboundEvent(SlackEvent event) {
    return switch (event) {
      case SlackEvent.SlackPress press ->
          toInboundEvent(press, press.delivery(), action(press.action()));
      case SlackEvent.FormSubmission form ->
          toInboundEvent(
              form,
              form.delivery(),
              new InboundAction.ButtonPress(form.button(), form.fields(), files(form.files())));
      case SlackEvent.SlackChat chat -> toInboundEvent(chat, null, action(chat));
    };
  }

  private static InboundAction action(SlackAction action) {
    return switch (action) {
      case SlackAction.Fixed(MessageButton button) ->
          new InboundAction.ButtonPress(button, Map.of(), List.of());
      case SlackAction.SendAnswer(String code) -> new InboundAction.AnswerPress(code);
      case SlackAction.AskForAnswer _ ->
          new InboundAction.ButtonPress(MessageButton.DONE, Map.of(), List.of());
    };
  }

  private static InboundEvent toInboundEvent(
      SlackEvent event, @Nullable String delivery, InboundAction action) {
    SlackOrigin origin = event.origin();
    return new InboundEvent(
        event.id(),
        origin.user(),
        origin.name(),
        origin.channel(),
        origin.direct(),
        delivery,
        origin.receipt(),
        action);
  }

  /**
   * The action of a message. In a direct conversation outside of threads some words are commands to
   * the gateway.
   */
  private InboundAction action(SlackEvent.SlackChat chat) {
    InboundAction words = new InboundAction.ChatMessage(chat.text(), files(chat.files()), null);
    boolean talk = chat.origin().direct() && chat.origin().message().isEmpty();
    return talk && chat.files().isEmpty() ? command(chat.text(), words) : words;
  }

  private static InboundAction command(String text, InboundAction otherwise) {
    String[] words = text.strip().split("\\s+", 2);
    String rest = words.length == 2 ? words[1] : "";
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "pause" -> new InboundAction.PauseRequest(rest);
      case "resume" -> rest.isEmpty() ? new InboundAction.ResumeRequest() : otherwise;
      case "list" -> rest.isEmpty() ? new InboundAction.ListRequest() : otherwise;
      case "help" -> rest.isEmpty() ? new InboundAction.Greeting() : otherwise;
      default -> otherwise;
    };
  }

  private List<InboundFile> files(List<SlackFileInfo> uploads) {
    return uploads.stream().<InboundFile>map(file -> new SlackFile(file, wire, token)).toList();
  }
}
