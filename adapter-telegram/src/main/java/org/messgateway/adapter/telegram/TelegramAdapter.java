package org.messgateway.adapter.telegram;

import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.messgateway.adapter.telegram.BotApiAnswer.ErrorAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.MalformedAnswer;
import org.messgateway.adapter.telegram.BotApiAnswer.Success;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.DeepLink;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
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

/** Sends and changes messages as one Telegram bot, and reports people's answers. */
final class TelegramAdapter implements Adapter, Editable, Inbound, DeepLink, SelfTest {

  static final String CHAT = "chat";
  static final String MESSAGE = "message_id";

  private final TelegramSender calls;
  private final InstantSource clock;
  private final BotIdentity bot;
  private final TelegramInbound inbound;
  private final TelegramSelfTest selfTest;
  private final CodeSearch codeSearch;

  private TelegramAdapter(
      TelegramSender calls,
      InstantSource clock,
      BotIdentity bot,
      TelegramInbound telegramInbound,
      TelegramSelfTest selfTest,
      CodeSearch codeSearch) {
    this.calls = calls;
    this.clock = clock;
    this.bot = bot;
    this.inbound = telegramInbound;
    this.selfTest = selfTest;
    this.codeSearch = codeSearch;
  }

  static TelegramAdapter create(TelegramSettings settings, AdapterServices services) {
    return create(settings, services, InboundTimings.USUAL);
  }

  static TelegramAdapter create(
      TelegramSettings settings, AdapterServices services, InboundTimings timings) {
    TelegramSender calls = new TelegramSender(settings, services.timeLimit(), services.clock());
    BotApiJsonClient api = new BotApiJsonClient(settings, services.timeLimit(), services.clock());
    BotIdentity bot = new BotIdentity(settings, api);
    return new TelegramAdapter(
        calls,
        services.clock(),
        bot,
        new TelegramInbound(settings, services, api, bot, timings),
        new TelegramSelfTest(api, settings, services.callbackUrl()),
        new CodeSearch(api, services.timeLimit()));
  }

  @Override
  public Outcome deliver(Notification notification) {
    TelegramMessage message = TelegramMessage.of(notification, clock.instant());
    AttemptDeadline deadline = calls.deadline();
    String chat = notification.address().value();
    BotApiAnswer<Message> answer = send(message, chat, deadline);
    if (answer instanceof ErrorAnswer<Message> errorAnswer
        && errorAnswer.error().migratedTo() != null) {
      // The group became a supergroup: Telegram refused and names the chat that takes its place.
      chat = String.valueOf(errorAnswer.error().migratedTo());
      answer = deadline.passed() ? answer : send(message, chat, deadline);
      if (answer instanceof Success<Message>) {
        inbound.addressChanged(notification.address().value(), chat);
      }
    }
    return switch (answer) {
      case Success<Message> success -> new Delivered(receipt(success.result(), chat));
      case ErrorAnswer<Message> refused -> TelegramErrors.outcome(refused.error());
      case MalformedAnswer<Message> malformedAnswer -> malformedAnswer.outcome();
    };
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (!namesAMessage(receipt)) {
      return new Rejected(
          FailureReason.PAYLOAD_REFUSED, "It is not known which message is to be changed.");
    }
    TelegramMessage message = TelegramMessage.of(notification, clock.instant());
    BotApiAnswer<Serializable> answer =
        formatted(markup -> message.edit(receipt, markup), calls.deadline());
    return switch (answer) {
      case Success<Serializable> _ -> new Delivered(receipt);
      case ErrorAnswer<Serializable> errorAnswer when errorAnswer.error().saysNotModified() ->
          new Delivered(receipt);
      case ErrorAnswer<Serializable> errorAnswer -> TelegramErrors.outcome(errorAnswer.error());
      case MalformedAnswer<Serializable> malformedAnswer -> malformedAnswer.outcome();
    };
  }

  @Override
  public List<Finding> selfTest() {
    AttemptDeadline deadline = calls.deadline();
    return switch (calls.call(new GetMe(), deadline)) {
      case Success<User> success -> findings(success.result(), deadline);
      case ErrorAnswer<User> errorAnswer -> finding(TelegramErrors.outcome(errorAnswer.error()));
      case MalformedAnswer<User> malformedAnswer -> finding(malformedAnswer.outcome());
    };
  }

  private List<Finding> findings(User me, AttemptDeadline deadline) {
    List<Finding> findings = new ArrayList<>(selfTest.findings(me, deadline.left()));
    if (!inbound.trouble().isEmpty()) {
      findings.add(
          new Finding(
              false,
              "Answers do not come in: " + inbound.trouble(),
              "It is tried again by itself; check shows how it stands then."));
    }
    return List.copyOf(findings);
  }

  @Override
  public void listen(InboundListener listener) {
    inbound.listen(listener);
  }

  @Override
  public void resume(List<InboundListener.StoredEvent> events) {
    inbound.takeOver(events);
  }

  @Override
  public boolean inboundOpen() {
    return inbound.open();
  }

  @Override
  public CallbackResponse receive(CallbackRequest call) {
    return inbound.receive(call);
  }

  @Override
  public Optional<URI> personLink(String code) {
    return link("start", code);
  }

  @Override
  public Optional<URI> groupLink(String code) {
    return link("startgroup", code);
  }

  @Override
  public Optional<CodeEntry> entered(String code) throws IOException {
    return codeSearch.find(code);
  }

  private Optional<URI> link(String parameter, String code) {
    bot.learn();
    return bot.username().isEmpty()
        ? Optional.empty()
        : Optional.of(URI.create("https://t.me/" + bot.username() + "?" + parameter + "=" + code));
  }

  @Override
  public void close() {
    inbound.close();
    calls.close();
  }

  /** Whether {@link #deliver} made the receipt. Numbers of messages fit 32 bits. */
  static boolean namesAMessage(Receipt receipt) {
    return !receipt.part(CHAT).isEmpty()
        && receipt.part(MESSAGE).matches("[0-9]{1,10}")
        && Long.parseLong(receipt.part(MESSAGE)) <= Integer.MAX_VALUE;
  }

  private BotApiAnswer<Message> send(
      TelegramMessage message, String chat, AttemptDeadline deadline) {
    return formatted(markup -> message.send(chat, markup), deadline);
  }

  /** Sends with markup, and once more without it if Telegram fails to parse it. */
  private <T extends Serializable> BotApiAnswer<T> formatted(
      Function<Boolean, BotApiMethod<T>> method, AttemptDeadline deadline) {
    BotApiAnswer<T> answer = calls.call(method.apply(true), deadline);
    boolean again =
        answer instanceof ErrorAnswer<T> errorAnswer
            && errorAnswer.error().saysUnparsable()
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
