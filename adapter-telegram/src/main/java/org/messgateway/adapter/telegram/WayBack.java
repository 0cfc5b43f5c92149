package org.messgateway.adapter.telegram;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;
import org.messgateway.api.Said;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How answers come back: joins its parts and ends them. */
final class WayBack implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WayBack.class);

  private final TelegramSettings settings;
  private final BotApi api;
  private final Identity bot;
  private final Pace pace;
  private final Life life = new Life();
  private final Health health;
  private final @Nullable Webhook webhook;
  private volatile @Nullable Ear ear;
  private volatile @Nullable Intake intake;
  private volatile @Nullable Poller poller;

  WayBack(
      TelegramSettings settings, AdapterServices services, BotApi api, Identity bot, Pace pace) {
    this.settings = settings;
    this.api = api;
    this.bot = bot;
    this.pace = pace;
    this.health = new Health(services.channel(), pace.fresh(), System::nanoTime);
    URI url = services.callbackUrl();
    this.webhook =
        settings.webhook() && url != null
            ? new Webhook(api, settings, url, health, life, pace)
            : null;
  }

  synchronized void listen(Ear listening) {
    if (intake != null || life.ended()) {
      return;
    }
    Prompts prompts = new Prompts();
    Reader reader = new Reader(new MessageReader(api, bot, prompts));
    Voice voice = new Voice(api, bot, prompts);
    Intake taking =
        new Intake(
            listening, new Worker(listening, reader, voice, life, pace), life, pace, settings, api);
    ear = listening;
    intake = taking;
    life.start(() -> begin(taking, listening::mayAsk));
    life.start(this::introduce);
  }

  void takeOver(List<Ear.Kept> left) {
    Intake taking = intake;
    if (taking != null) {
      life.start(() -> taking.resume(left));
    }
  }

  private void begin(Intake taking, BooleanSupplier mayAsk) {
    life.start(taking::resume);
    Webhook called = webhook;
    if (called != null) {
      called.register();
      return;
    }
    if (settings.webhook()) {
      log.warn(
          "Telegram cannot call this machine: client_url leads nowhere but here. Telegram is asked"
              + " for answers instead, which works as well.");
    }
    Poller asking = new Poller(api, bot, taking, health, life, pace, mayAsk);
    poller = asking;
    asking.run();
  }

  /** Learns who the bot is and names its commands in Telegram's menu; all goes on without. */
  private void introduce() {
    bot.learn();
    ObjectNode menu = api.parameters();
    ArrayNode commands = menu.putArray("commands");
    commands.addObject().put("command", "list").put("description", "What is open");
    commands
        .addObject()
        .put("command", "pause")
        .put("description", "Leave me alone for a while: /pause 2h");
    commands.addObject().put("command", "resume").put("description", "Tell me again");
    commands.addObject().put("command", "help").put("description", "What this is");
    api.ask("setMyCommands", menu);
  }

  boolean open() {
    Ear listening = ear;
    Webhook called = webhook;
    if (listening == null) {
      return false;
    }
    Poller asking = poller;
    if (asking != null && asking.resting()) {
      return true;
    }
    return called == null ? health.open() : called.registered() && listening.callable();
  }

  Response receive(Call call) {
    Webhook called = webhook;
    if (called == null) {
      return Response.of(404);
    }
    if (!called.isGenuine(call)) {
      return Response.of(401);
    }
    Intake taking = intake;
    return taking == null || life.ended() ? Response.of(503) : called.take(call, taking);
  }

  /** A message found out that a group has become another one. */
  void moved(String before, String after) {
    Ear listening = ear;
    if (listening != null) {
      String id = "moved." + before + "." + after;
      Said said = new Said(id, before, null, before, null, null, new Deed.Moved(after));
      life.start(() -> tell(listening, said));
    }
  }

  /** Should this fail, the next message finds it out again. */
  private static void tell(Ear listening, Said said) {
    try {
      listening.hear(said);
    } catch (EarException | RuntimeException e) {
      log.warn("A group's new number could not be noted: {}", e.getClass().getSimpleName());
    }
  }

  /** What is wrong with the way back as far as it is known; empty when nothing. */
  String trouble() {
    return health.trouble();
  }

  @Override
  public void close() {
    life.end();
    api.cancel();
    life.close();
    api.close();
  }
}
