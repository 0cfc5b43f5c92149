package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.text.Texts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The inbound side: creates, connects and closes its parts. */
final class TelegramInbound implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TelegramInbound.class);

  private final TelegramSettings settings;
  private final BotApiJsonClient api;
  private final BotIdentity bot;
  private final InboundTimings timings;
  private final InboundThreads threads = new InboundThreads();
  private final InboundHealth health;
  private final @Nullable TelegramWebhook webhook;
  private volatile @Nullable InboundListener listener;
  private volatile @Nullable TelegramEventQueue eventQueue;
  private volatile @Nullable UpdatePoller poller;

  TelegramInbound(
      TelegramSettings settings,
      AdapterServices services,
      BotApiJsonClient api,
      BotIdentity bot,
      InboundTimings timings) {
    this.settings = settings;
    this.api = api;
    this.bot = bot;
    this.timings = timings;
    this.health = new InboundHealth(services.channel(), timings.fresh(), System::nanoTime);
    URI url = services.callbackUrl();
    this.webhook =
        settings.webhook() && url != null
            ? new TelegramWebhook(api, settings, url, health, threads, timings)
            : null;
  }

  synchronized void listen(InboundListener listening) {
    if (eventQueue != null || threads.ended()) {
      return;
    }
    OpenPrompts prompts = new OpenPrompts();
    UpdateReader reader = new UpdateReader(new TelegramMessageReader(api, bot, prompts));
    TelegramResponder responder = new TelegramResponder(api, bot, prompts);
    TelegramEventQueue taking =
        new TelegramEventQueue(
            listening,
            new TelegramEventHandler(listening, reader, responder, threads, timings),
            threads,
            timings,
            settings,
            api);
    health.reportStart();
    listener = listening;
    eventQueue = taking;
    threads.start(() -> begin(taking, listening::mayPoll));
    threads.start(this::introduce);
  }

  void takeOver(List<InboundListener.StoredEvent> events) {
    TelegramEventQueue taking = eventQueue;
    if (taking != null) {
      threads.start(() -> taking.resume(events));
    }
  }

  private void begin(TelegramEventQueue taking, BooleanSupplier mayAsk) {
    threads.start(taking::resume);
    TelegramWebhook called = webhook;
    if (called != null) {
      called.register();
      return;
    }
    if (settings.webhook()) {
      log.warn(
          "Telegram cannot call this machine: client_url leads nowhere but here. Telegram is asked"
              + " for answers instead, which works as well.");
    }
    UpdatePoller asking = new UpdatePoller(api, bot, taking, health, threads, timings, mayAsk);
    poller = asking;
    asking.run();
  }

  /** Learns the bot's name and sets its commands in Telegram's menu. A failure stops nothing. */
  private void introduce() {
    bot.learn();
    // Telegram knows the language of each client: what it lacks, it shows in the first.
    for (String language : Texts.LANGUAGES) {
      ObjectNode menu = menu(Texts.of(language));
      if (!language.equals(Texts.ENGLISH.language())) {
        menu.put("language_code", language);
      }
      api.ask("setMyCommands", menu);
    }
  }

  private ObjectNode menu(Texts texts) {
    ObjectNode menu = api.parameters();
    ArrayNode commands = menu.putArray("commands");
    for (String command : List.of("list", "pause", "resume", "help")) {
      commands
          .addObject()
          .put("command", command)
          .put("description", texts.get("telegram.menu." + command));
    }
    return menu;
  }

  boolean open() {
    InboundListener listening = listener;
    TelegramWebhook called = webhook;
    if (listening == null) {
      return false;
    }
    UpdatePoller asking = poller;
    if (asking != null && asking.pausedForOther()) {
      return true;
    }
    return called == null ? health.open() : called.registered() && listening.callbacksReachable();
  }

  CallbackResponse receive(CallbackRequest call) {
    TelegramWebhook called = webhook;
    if (called == null) {
      return CallbackResponse.of(404);
    }
    if (!called.isGenuine(call)) {
      return CallbackResponse.of(401);
    }
    TelegramEventQueue taking = eventQueue;
    return taking == null || threads.ended() ? CallbackResponse.of(503) : called.take(call, taking);
  }

  /** Reports that a group has a new address, which the answer to a message revealed. */
  void addressChanged(String before, String after) {
    InboundListener listening = listener;
    if (listening != null) {
      String id = "moved." + before + "." + after;
      InboundEvent event =
          new InboundEvent(
              id, before, null, before, null, null, new InboundAction.AddressChange(after));
      threads.start(() -> report(listening, event));
    }
  }

  /** Reports an event once; after a failure the next message reveals it again. */
  private static void report(InboundListener listening, InboundEvent event) {
    try {
      listening.report(event);
    } catch (InboundException | RuntimeException e) {
      log.warn("A group's new number could not be noted: {}", e.getClass().getSimpleName());
    }
  }

  /** The failure of the inbound side; empty when none is known. */
  String trouble() {
    return health.trouble();
  }

  @Override
  public void close() {
    threads.end();
    api.cancel();
    threads.close();
    api.close();
  }
}
