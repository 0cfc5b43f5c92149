package org.messgateway.gateway.reconcile;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Editable;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.dispatch.Channel;
import org.messgateway.gateway.dispatch.Channels;

/** One channel of people that can listen and, unless a test says otherwise, change what it sent. */
public final class FakeChannels implements Channels {

  public boolean open = true;
  public boolean editable = true;
  public boolean polled;

  boolean editable(String name) {
    return editable;
  }

  @Override
  public Optional<Channel> channel(String name) {
    return Optional.of(new Fake(name));
  }

  /** Whether services of a channel are asked how far they are. */
  public boolean polled(String name) {
    return polled;
  }

  @Override
  public Collection<Channel> all() {
    return List.of();
  }

  private final class Fake implements Channel {

    private final String name;

    Fake(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public ChannelLimits limits() {
      return new ChannelLimits(1, null, null);
    }

    @Override
    public Audience audience() {
      return Audience.PEOPLE;
    }

    @Override
    public Outcome deliver(Notification notification) {
      return new Outcome.Delivered(Receipt.NONE);
    }

    @Override
    public <A> Optional<A> ability(Class<A> type) {
      if (type == Editable.class && editable) {
        Editable edits = (receipt, _) -> new Outcome.Delivered(receipt);
        return Optional.of(type.cast(edits));
      }
      return type == Inbound.class ? Optional.of(type.cast(new Ears())) : Optional.empty();
    }
  }

  private final class Ears implements Inbound {

    @Override
    public void listen(InboundListener listener) {}

    @Override
    public boolean inboundOpen() {
      return open;
    }

    @Override
    public CallbackResponse receive(CallbackRequest call) {
      return CallbackResponse.of(404);
    }
  }
}
