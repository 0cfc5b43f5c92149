package org.messgateway.adapter.telegram;

import java.util.List;
import java.util.Map;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;

/** The interpretation of an update. */
sealed interface UpdateMeaning {

  /** An event for the gateway, whose reply the person sees. */
  record EventToReport(InboundEvent event, ReplyTarget replyTarget) implements UpdateMeaning {}

  /** A question that the person answers before the event can be reported. */
  record PromptToAsk(
      String id,
      ReplyPrompt prompt,
      TelegramUser telegramUser,
      boolean privately,
      ReplyTarget replyTarget)
      implements UpdateMeaning {

    /** The event without an answer, which identifies the person. */
    InboundEvent event() {
      return new InboundEvent(
          id,
          telegramUser.id(),
          telegramUser.name(),
          replyTarget.chat(),
          prompt.delivery(),
          UpdateReader.receipt(replyTarget.chat(), replyTarget.message()),
          new InboundAction.ButtonPress(prompt.button(), Map.of(), List.of()));
    }
  }

  /**
   * An update without effect.
   *
   * @param key of the text that explains it
   */
  record RemarkToShow(String key, TelegramUser telegramUser, ReplyTarget replyTarget)
      implements UpdateMeaning {

    /** An event that identifies the person and says nothing. */
    InboundEvent event() {
      return new InboundEvent(
          key,
          telegramUser.id(),
          telegramUser.name(),
          replyTarget.chat(),
          null,
          null,
          new InboundAction.Greeting());
    }
  }

  /** An update that does not concern the gateway. */
  record Irrelevant() implements UpdateMeaning {}
}
