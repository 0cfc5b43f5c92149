package org.messgateway.adapter.telegram;

import java.io.Serializable;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.telegram.telegrambots.meta.api.methods.GetMe;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.objects.message.Message;

/** Sends and changes messages as one Telegram bot. */
final class TelegramAdapter implements Adapter, Editable, SelfTest {

  static final String CHAT = "chat";
  static final String MESSAGE = "message_id";

  private final TelegramCalls calls;
  private final InstantSource clock;

  private TelegramAdapter(TelegramCalls calls, InstantSource clock) {
    this.calls = calls;
    this.clock = clock;
  }

  static TelegramAdapter create(TelegramSettings settings, AdapterServices services) {
    return new TelegramAdapter(
        new TelegramCalls(settings, services.timeLimit(), services.clock()), services.clock());
  }

  @Override
  public Outcome deliver(Notification notification) {
    TelegramMessage message = TelegramMessage.of(notification, clock.instant());
    Deadline deadline = calls.deadline();
    String chat = notification.address().value();
    Answer<Message> answer = send(message, chat, deadline);
    if (answer instanceof Refused<Message> refused && refused.refusal().migratedTo() != null) {
      // The group became a supergroup: Telegram refused and names the chat that takes its place.
      chat = String.valueOf(refused.refusal().migratedTo());
      answer = deadline.passed() ? answer : send(message, chat, deadline);
    }
    return switch (answer) {
      case Taken<Message> taken -> new Delivered(receipt(taken.result(), chat));
      case Refused<Message> refused -> TelegramErrors.outcome(refused.refusal());
      case Broken<Message> broken -> broken.outcome();
    };
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (receipt.part(CHAT).isEmpty() || !receipt.part(MESSAGE).matches("[0-9]{1,10}")) {
      return new Rejected(
          FailureReason.PAYLOAD_REFUSED, "It is not known which message is to be changed.");
    }
    TelegramMessage message = TelegramMessage.of(notification, clock.instant());
    Answer<Serializable> answer =
        formatted(markup -> message.edit(receipt, markup), calls.deadline());
    return switch (answer) {
      case Taken<Serializable> _ -> new Delivered(receipt);
      case Refused<Serializable> refused when refused.refusal().saysNotModified() ->
          new Delivered(receipt);
      case Refused<Serializable> refused -> TelegramErrors.outcome(refused.refusal());
      case Broken<Serializable> broken -> broken.outcome();
    };
  }

  @Override
  public List<Finding> selfTest() {
    return switch (calls.call(new GetMe(), calls.deadline())) {
      case Taken<?> _ -> List.of();
      case Refused<?> refused -> finding(TelegramErrors.outcome(refused.refusal()));
      case Broken<?> broken -> finding(broken.outcome());
    };
  }

  @Override
  public void close() {
    calls.close();
  }

  private Answer<Message> send(TelegramMessage message, String chat, Deadline deadline) {
    return formatted(markup -> message.send(chat, markup), deadline);
  }

  /** With markup; should Telegram ever fail to parse it, once more without: words matter more. */
  private <T extends Serializable> Answer<T> formatted(
      Function<Boolean, BotApiMethod<T>> method, Deadline deadline) {
    Answer<T> answer = calls.call(method.apply(true), deadline);
    boolean again =
        answer instanceof Refused<T> refused
            && refused.refusal().saysUnparsable()
            && !deadline.passed();
    return again ? calls.call(method.apply(false), deadline) : answer;
  }

  private static Receipt receipt(Message message, String addressed) {
    String chat = message.getChatId() == null ? addressed : String.valueOf(message.getChatId());
    return Receipt.of(CHAT, chat, MESSAGE, String.valueOf(message.getMessageId()));
  }

  private static List<Finding> finding(Outcome outcome) {
    return switch (outcome) {
      case Delivered _ -> List.of();
      case Outcome.Deferred deferred ->
          List.of(new Finding(true, deferred.sentence(), remedy(deferred.reason())));
      case Rejected rejected ->
          List.of(new Finding(true, rejected.sentence(), remedy(rejected.reason())));
    };
  }

  private static String remedy(FailureReason reason) {
    return reason == FailureReason.CREDENTIAL_REFUSED
        ? "Ask @BotFather for the bot's token (/token), put it into bot_token, and leave base_url"
            + " out unless you run a Bot API server."
        : "Check that this machine reaches " + TelegramSettings.TELEGRAM + ", and try again.";
  }
}
