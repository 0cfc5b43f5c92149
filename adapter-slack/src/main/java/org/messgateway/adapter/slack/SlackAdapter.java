package org.messgateway.adapter.slack;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Ear;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Finds;
import org.messgateway.api.Inbound;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;

/** Posts and changes messages in one Slack workspace, and hears what people do about them. */
final class SlackAdapter implements Adapter, Editable, Inbound, Finds, SelfTest {

  private final SlackSettings settings;
  private final AdapterServices services;
  private final SlackWire wire;
  private final SlackCalls calls;
  private volatile @Nullable SlackWayBack wayBack;
  private volatile boolean closed;

  private SlackAdapter(SlackSettings settings, AdapterServices services) {
    this.settings = settings;
    this.services = services;
    this.wire = new SlackWire(settings, services.timeLimit());
    this.calls = new SlackCalls(wire, settings, services.clock());
  }

  static SlackAdapter create(SlackSettings settings, AdapterServices services) {
    return new SlackAdapter(settings, services);
  }

  @Override
  public Outcome deliver(Notification notification) {
    SlackMessage message = SlackMessage.of(notification, services.clock().instant());
    Address address = notification.address();
    return SlackAddress.isHook(address)
        ? calls.hook(address.value(), message)
        : posted(SlackPlace.of(notification), message);
  }

  /** Where there is no answering to the earlier message any more, it stands for itself. */
  private Outcome posted(SlackPlace place, SlackMessage message) {
    Outcome outcome = calls.post(place, message);
    return outcome instanceof Outcome.Rejected && place.inThread()
        ? calls.post(place.alone(), message)
        : outcome;
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (receipt.part(SlackCalls.TS).isEmpty()) {
      return new Outcome.Rejected(
          FailureReason.PAYLOAD_REFUSED,
          "Slack did not name this message, as incoming webhooks never do: it cannot be changed.");
    }
    return calls.update(receipt, SlackMessage.of(notification, services.clock().instant()));
  }

  @Override
  public synchronized void listen(Ear ear) {
    if (!closed && wayBack == null) {
      wayBack = SlackWayBack.open(settings, wire, services, ear);
    }
  }

  @Override
  public void takeOver(List<Ear.Kept> left) {
    SlackWayBack back = wayBack;
    if (back != null) {
      back.takeOver(left);
    }
  }

  @Override
  public boolean wayBackOpen() {
    SlackWayBack back = wayBack;
    return back != null && back.isOpen();
  }

  @Override
  public Response receive(Call call) {
    SlackWayBack back = wayBack;
    return back == null ? Response.of(404) : back.receive(call);
  }

  @Override
  public Optional<Found> byEmail(String email) throws IOException {
    return new SlackPeople(wire, settings.botToken()).byEmail(email);
  }

  @Override
  public List<Finding> selfTest() {
    return new SlackSelfTest(settings, calls, wire).run();
  }

  @Override
  public synchronized void close() {
    closed = true;
    SlackWayBack back = wayBack;
    if (back != null) {
      back.close();
    }
    wire.close();
  }
}
