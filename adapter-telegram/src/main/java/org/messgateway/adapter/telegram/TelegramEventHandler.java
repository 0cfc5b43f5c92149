package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.messgateway.api.text.Texts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes stored updates: reads them, reports events and shows replies. */
final class TelegramEventHandler {

  private static final Logger log = LoggerFactory.getLogger(TelegramEventHandler.class);

  private final InboundListener listener;
  private final UpdateReader reader;
  private final TelegramResponder responder;
  private final InboundThreads threads;
  private final InboundTimings timings;

  TelegramEventHandler(
      InboundListener listener,
      UpdateReader reader,
      TelegramResponder responder,
      InboundThreads threads,
      InboundTimings timings) {
    this.listener = listener;
    this.reader = reader;
    this.responder = responder;
    this.threads = threads;
    this.timings = timings;
  }

  /**
   * Processes one update or an album, with retries while the gateway cannot accept it. An update
   * that the end interrupts stays stored until the next start.
   *
   * @param failed the number of earlier attempts, which failed
   * @param most the number of attempts after which it must be processed again
   * @return false when it must be processed again
   */
  boolean work(List<TelegramEvent> events, int failed, int most) {
    String id = TelegramEvent.id(events);
    for (int failures = failed; failures < most && !threads.ended(); failures++) {
      try {
        act(meaning(id, events));
        if (!threads.ended()) {
          events.forEach(part -> listener.complete(part.id()));
        }
        return true;
      } catch (InboundException e) {
        if (failures == 0) {
          log.warn(
              "What a person did on Telegram ({}) cannot be taken now: {}", id, e.getMessage());
        }
        threads.pause(timings.pause(failures + 1));
      } catch (RuntimeException e) {
        log.error(
            "What a person did on Telegram ({}) could not be taken ({}); it is kept and tried again"
                + " at the next start.",
            id,
            e.getClass().getName());
        return true;
      }
    }
    return threads.ended();
  }

  /**
   * The interpretation. An update that the reader fails on would fail every time, so it counts as
   * irrelevant.
   */
  private UpdateMeaning meaning(String id, List<TelegramEvent> events) {
    try {
      return reader.read(id, events.stream().map(TelegramEvent::update).toList());
    } catch (RuntimeException e) {
      log.error("An update of Telegram's is not understood ({}): {}", id, e.getClass().getName());
      return new UpdateMeaning.Irrelevant();
    }
  }

  private void act(UpdateMeaning meaning) throws InboundException {
    switch (meaning) {
      case UpdateMeaning.EventToReport report ->
          responder.say(report.replyTarget(), listener.report(report.event()));
      case UpdateMeaning.PromptToAsk promptToAsk -> ask(promptToAsk);
      case UpdateMeaning.RemarkToShow remark ->
          responder.say(
              remark.replyTarget(),
              InboundReply.refused(listener.texts(remark.event()).get(remark.key())));
      case UpdateMeaning.Irrelevant _ -> {}
    }
  }

  /**
   * Asks a question, unless the person may not act: the group would read a question without effect.
   */
  private void ask(UpdateMeaning.PromptToAsk promptToAsk) throws InboundException {
    Optional<InboundReply> refusal = listener.refusal(promptToAsk.event());
    Texts texts = listener.texts(promptToAsk.event());
    InboundReply reply =
        refusal.isPresent()
            ? refusal.get()
            : responder.ask(promptToAsk, texts)
                ? InboundReply.ACCEPTED_SILENTLY
                : InboundReply.refused(texts.get("telegram.not_asked"));
    responder.say(promptToAsk.replyTarget(), reply);
  }
}
