package org.messgateway.gateway.inbound;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.messgateway.api.Deed;
import org.messgateway.api.Ear;
import org.messgateway.api.EarException;
import org.messgateway.api.Heard;
import org.messgateway.api.Said;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears what people do on one channel. Throws nothing at the adapter but {@link EarException}. */
public final class ChannelEar implements Ear {

  private static final Logger log = LoggerFactory.getLogger(ChannelEar.class);

  private final String channel;
  private final Once once;
  private final BooleanSupplier callable;
  private final BooleanSupplier asking;
  private final AddressTalk addresses;
  private final SmallTalk small;
  private final TaskTalk tasks;
  private final Object handing = new Object();
  private boolean handed;

  /**
   * @param callable whether calls of the service reach us at the public URL, as far as known
   */
  public ChannelEar(String channel, Ports ports, BooleanSupplier callable) {
    this(channel, ports, callable, () -> true);
  }

  /**
   * The same where other gateways listen, too.
   *
   * @param asking whether this one asks the service for news
   */
  public ChannelEar(String channel, Ports ports, BooleanSupplier callable, BooleanSupplier asking) {
    this.channel = channel;
    this.callable = callable;
    this.asking = asking;
    once = new Once(channel, ports.journal().events());
    Who who = new Who(channel, ports.roster());
    OpenHere open =
        new OpenHere(channel, ports.queue(), ports.journal().replyCodes(), ports.tasks());
    Strangers strangers = new Strangers(channel, ports);
    addresses = new AddressTalk(channel, ports, once);
    small = new SmallTalk(who, open, strangers, once, ports);
    tasks = new TaskTalk(who, open, strangers, once, small, new Acting(channel, ports));
  }

  @Override
  public Heard hear(Said said) throws EarException {
    try {
      return switch (said.deed()) {
        case Deed.OptedOut opted -> addresses.opted(said, opted.out());
        case Deed.Moved moved -> addresses.moved(said, moved.newAddress());
        case Deed.Standing standing -> addresses.standing(said, standing.standing());
        case Deed.Linked linked -> addresses.linked(said, linked.code());
        case Deed.Greeted _ -> small.greeted(said);
        case Deed.Paused paused -> small.paused(said, paused.rest());
        case Deed.Resumed _ -> small.resumed(said);
        case Deed.Listed _ -> small.listed(said);
        case Deed.Pressed pressed -> tasks.pressed(said, pressed);
        case Deed.Wrote wrote -> tasks.wrote(said, wrote);
      };
    } catch (RuntimeException e) {
      // Whatever failed, the adapter can only do one thing: tell of it again.
      throw unkept(e);
    }
  }

  @Override
  public Optional<Heard> refusal(Said said) throws EarException {
    try {
      return tasks.refusal(said);
    } catch (RuntimeException e) {
      throw unkept(e);
    }
  }

  @Override
  public boolean keep(String id, byte[] event) throws EarException {
    try {
      return once.keep(id, event);
    } catch (RuntimeException e) {
      throw unkept(e);
    }
  }

  @Override
  public void done(String id) {
    try {
      once.done(id);
    } catch (RuntimeException e) {
      log.warn(
          "An event of channel {} could not be marked as done; it is worked through again: {}",
          channel,
          e.toString());
    }
  }

  @Override
  public List<Kept> kept() {
    synchronized (handing) {
      handed = true;
      try {
        return once.kept();
      } catch (RuntimeException e) {
        log.error("What was kept on channel {} cannot be read: {}", channel, e.toString());
        return List.of();
      }
    }
  }

  /**
   * What gateways that are gone have left of this channel, for its adapter to work through: once.
   * Empty before the adapter asked for what was {@link #kept}, for that is among it.
   *
   * @throws RuntimeException when the store cannot say now; nothing changed
   */
  public List<Kept> left() {
    synchronized (handing) {
      return handed ? once.left() : List.of();
    }
  }

  @Override
  public boolean callable() {
    return callable.getAsBoolean();
  }

  @Override
  public boolean mayAsk() {
    return asking.getAsBoolean();
  }

  private EarException unkept(RuntimeException e) {
    log.error(
        "What somebody did on channel {} could not be taken; it has to come again.", channel, e);
    return new EarException("It could not be kept now.", e);
  }
}
