package org.messgateway.gateway.answer.chat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.messgateway.api.InboundAction;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.messgateway.api.text.Texts;
import org.messgateway.gateway.queue.LookupKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles inbound events of one channel. Throws {@link InboundException} only. */
public final class ChannelInbound implements InboundListener {

  private static final Logger log = LoggerFactory.getLogger(ChannelInbound.class);

  private final String channel;
  private final ChatContext context;
  private final SenderResolver senders;
  private final OpenTaskLookup open;
  private final EventDeduplicator eventDeduplicator;
  private final BooleanSupplier callable;
  private final BooleanSupplier asking;
  private final AddressEvents addresses;
  private final ChatCommands small;
  private final TaskChat tasks;
  private final Object handing = new Object();
  private boolean handed;

  /** Keys of the stored events that this adapter was given, or stored, and has not completed. */
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();

  private volatile boolean retired;

  /**
   * @param callable whether calls of the service reach us at the public URL, as far as known
   */
  public ChannelInbound(String channel, ChatContext context, BooleanSupplier callable) {
    this(channel, context, callable, () -> true);
  }

  /**
   * For a channel on which several gateways listen.
   *
   * @param asking whether this gateway polls the service
   */
  public ChannelInbound(
      String channel, ChatContext context, BooleanSupplier callable, BooleanSupplier asking) {
    this.channel = channel;
    this.callable = callable;
    this.asking = asking;
    eventDeduplicator = new EventDeduplicator(channel, context.journal().events());
    this.context = context;
    senders = new SenderResolver(channel, context.memberSource());
    open = new OpenTaskLookup(channel, context);
    UnknownSenders unknownSenders = new UnknownSenders(channel, context);
    addresses = new AddressEvents(channel, context, eventDeduplicator);
    small = new ChatCommands(senders, open, unknownSenders, eventDeduplicator, context);
    tasks =
        new TaskChat(
            senders,
            open,
            unknownSenders,
            eventDeduplicator,
            small,
            new TaskActions(channel, context));
  }

  @Override
  public InboundReply report(InboundEvent event) throws InboundException {
    try {
      return handle(event);
    } catch (RuntimeException e) {
      // Whatever failed, the adapter can only deliver the event again.
      throw unkept(e);
    }
  }

  private InboundReply handle(InboundEvent event) throws InboundException {
    try {
      return switch (event.action()) {
        case InboundAction.OptOutChange opted -> addresses.opted(event, opted.out());
        case InboundAction.AddressChange addressChange ->
            addresses.moved(event, addressChange.newAddress());
        case InboundAction.ReceiptUpdate receiptUpdate ->
            addresses.standing(event, receiptUpdate.status());
        case InboundAction.LinkCodeEntry linkCodeEntry ->
            addresses.linked(event, linkCodeEntry.code());
        case InboundAction.Greeting _ -> small.greeted(event);
        case InboundAction.PauseRequest pauseRequest -> small.paused(event, pauseRequest.rest());
        case InboundAction.ResumeRequest _ -> small.resumed(event);
        case InboundAction.ListRequest _ -> small.listed(event);
        case InboundAction.ButtonPress press -> tasks.pressed(event, press);
        case InboundAction.AnswerPress press -> tasks.answered(event, press);
        case InboundAction.ChatMessage chatMessage -> tasks.wrote(event, chatMessage);
      };
    } catch (UnreadableTaskException e) {
      open.awaitThread(event, e);
      ReplyTexts replyTexts = new ReplyTexts(true, texts(event));
      return InboundReply.refused(e.isAbsent() ? replyTexts.absent() : replyTexts.lost());
    }
  }

  @Override
  public Optional<InboundReply> refusal(InboundEvent event) throws InboundException {
    try {
      return tasks.refusal(event);
    } catch (RuntimeException e) {
      throw unkept(e);
    }
  }

  @Override
  public Texts texts(InboundEvent event) {
    return senders
        .of(event, null)
        .map(ChannelMember::texts)
        .orElseGet(context.memberSource()::texts);
  }

  @Override
  public boolean store(String id, byte[] event) throws InboundException {
    try {
      boolean isNew = eventDeduplicator.keep(id, event);
      if (isNew) {
        underWay.add(LookupKey.of(id));
      }
      return isNew;
    } catch (RuntimeException e) {
      throw unkept(e);
    }
  }

  @Override
  public void complete(String id) {
    try {
      eventDeduplicator.done(id);
    } catch (RuntimeException e) {
      log.warn(
          "An event of channel {} could not be marked as done; it is worked through again: {}",
          channel,
          e.toString());
    }
    underWay.remove(LookupKey.of(id));
  }

  @Override
  public List<StoredEvent> unfinished() {
    synchronized (handing) {
      handed = true;
      try {
        return begun(eventDeduplicator.kept());
      } catch (RuntimeException e) {
        log.error("What was kept on channel {} cannot be read: {}", channel, e.toString());
        return List.of();
      }
    }
  }

  /**
   * Events of this channel that stopped gateways left, for its adapter to work through, each
   * returned once. Empty before the adapter asked for {@link #unfinished}, which includes them.
   *
   * @throws RuntimeException when the store is away; nothing changed
   */
  public List<StoredEvent> left() {
    synchronized (handing) {
      return handed ? begun(eventDeduplicator.left()) : List.of();
    }
  }

  /**
   * The same, and events that a closed adapter of this gateway left: whatever is not completed, and
   * not under way here.
   *
   * @throws RuntimeException when the store is away; nothing changed
   */
  public List<StoredEvent> leftByClosed() {
    synchronized (handing) {
      return handed
          ? begun(
              eventDeduplicator.kept().stream()
                  .filter(event -> !underWay.contains(event.id()))
                  .toList())
          : List.of();
    }
  }

  private List<StoredEvent> begun(List<StoredEvent> events) {
    events.forEach(event -> underWay.add(event.id()));
    return events;
  }

  /** The adapter was replaced: it does not poll from now on, and is closed later. */
  public void retire() {
    retired = true;
  }

  @Override
  public boolean callbacksReachable() {
    return callable.getAsBoolean();
  }

  @Override
  public boolean mayPoll() {
    return !retired && asking.getAsBoolean();
  }

  private InboundException unkept(RuntimeException e) {
    log.error(
        "What somebody did on channel {} could not be taken; it has to come again.", channel, e);
    return new InboundException("It could not be kept now.", e);
  }
}
