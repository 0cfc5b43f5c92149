package org.messgateway.adapter.telegram;

import java.io.Serializable;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.adapter.telegram.Answer.Broken;
import org.messgateway.adapter.telegram.Answer.Refused;
import org.messgateway.adapter.telegram.Answer.Taken;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Ear;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Inbound;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Rejected;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;
import org.telegram.telegrambots.meta.api.methods.GetMe;
import org.telegram.telegrambots.meta.api.methods.botapimethods.BotApiMethod;
import org.telegram.telegrambots.meta.api.objects.User;
import org.telegram.telegrambots.meta.api.objects.message.Message;

/** Sends and changes messages as one Telegram bot, and hears what people answer it. */
final class TelegramAdapter implements Adapter, Editable, Inbound, DeepLink, SelfTest {

  static final String CHAT = "chat";
  static final String MESSAGE = "message_id";

  private final TelegramCalls calls;
  private final InstantSource clock;
  private final Identity bot;
  private final WayBack wayBack;
  private final Checkup checkup;

  private TelegramAdapter(
      TelegramCalls calls, InstantSource clock, Identity bot, WayBack wayBack, Checkup checkup) {
    this.calls = calls;
    this.clock = clock;
    this.bot = bot;
    this.wayBack = wayBack;
    this.checkup = checkup;
  }

  static TelegramAdapter create(TelegramSettings settings, AdapterServices services) {
    return create(settings, services, Pace.USUAL);
  }

  static TelegramAdapter create(TelegramSettings settings, AdapterServices services, Pace pace) {
    TelegramCalls calls = new TelegramCalls(settings, services.timeLimit(), services.clock());
    BotApi api = new BotApi(settings, services.timeLimit(), services.clock());
    Identity bot = new Identity(settings, api);
    return new TelegramAdapter(
        calls,
        services.clock(),
        bot,
        new WayBack(settings, services, api, bot, pace),
        new Checkup(api, settings, services.callbackUrl()));
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
      if (answer instanceof Taken<Message>) {
        wayBack.moved(notification.address().value(), chat);
      }
    }
    return switch (answer) {
      case Taken<Message> taken -> new Delivered(receipt(taken.result(), chat));
      case Refused<Message> refused -> TelegramErrors.outcome(refused.refusal());
      case Broken<Message> broken -> broken.outcome();
    };
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (!namesAMessage(receipt)) {
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
    Deadline deadline = calls.deadline();
    return switch (calls.call(new GetMe(), deadline)) {
      case Taken<User> taken -> findings(taken.result(), deadline);
      case Refused<User> refused -> finding(TelegramErrors.outcome(refused.refusal()));
      case Broken<User> broken -> finding(broken.outcome());
    };
  }

  private List<Finding> findings(User me, Deadline deadline) {
    List<Finding> findings = new ArrayList<>(checkup.findings(me, deadline.left()));
    if (!wayBack.trouble().isEmpty()) {
      findings.add(
          new Finding(
              false,
              "Answers do not come in: " + wayBack.trouble(),
              "It is tried again by itself; check shows how it stands then."));
    }
    return List.copyOf(findings);
  }

  @Override
  public void listen(Ear ear) {
    wayBack.listen(ear);
  }

  @Override
  public void takeOver(List<Ear.Kept> left) {
    wayBack.takeOver(left);
  }

  @Override
  public boolean wayBackOpen() {
    return wayBack.open();
  }

  @Override
  public Response receive(Call call) {
    return wayBack.receive(call);
  }

  @Override
  public Optional<URI> start(String code) {
    return link("start", code);
  }

  @Override
  public Optional<URI> startGroup(String code) {
    return link("startgroup", code);
  }

  private Optional<URI> link(String parameter, String code) {
    bot.learn();
    return bot.username().isEmpty()
        ? Optional.empty()
        : Optional.of(URI.create("https://t.me/" + bot.username() + "?" + parameter + "=" + code));
  }

  @Override
  public void close() {
    wayBack.close();
    calls.close();
  }

  /** Whether it is one that {@link #deliver} gave; numbers of messages fit 32 bits. */
  static boolean namesAMessage(Receipt receipt) {
    return !receipt.part(CHAT).isEmpty()
        && receipt.part(MESSAGE).matches("[0-9]{1,10}")
        && Long.parseLong(receipt.part(MESSAGE)) <= Integer.MAX_VALUE;
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
