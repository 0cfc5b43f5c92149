package org.messgateway.adapter.slack;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Inbound;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.PersonLookup;
import org.messgateway.api.Receipt;
import org.messgateway.api.SelfTest;

/** Posts and changes messages in one Slack workspace, and reports what people do with them. */
final class SlackAdapter implements Adapter, Editable, Inbound, PersonLookup, SelfTest {

  private final SlackSettings settings;
  private final AdapterServices services;
  private final SlackConnections wire;
  private final SlackSender calls;
  private volatile @Nullable SlackInbound inbound;
  private volatile boolean closed;

  private SlackAdapter(SlackSettings settings, AdapterServices services) {
    this.settings = settings;
    this.services = services;
    this.wire = new SlackConnections(settings, services.timeLimit());
    this.calls = new SlackSender(wire, settings, services.clock());
  }

  static SlackAdapter create(SlackSettings settings, AdapterServices services) {
    return new SlackAdapter(settings, services);
  }

  @Override
  public Outcome deliver(Notification notification) {
    SlackMessage message = SlackMessage.of(notification, services.clock().instant());
    Address address = notification.address();
    return SlackAddress.isHook(address)
        ? calls.postToWebhook(address.value(), message)
        : posted(SlackTarget.of(notification), message);
  }

  /** Posts a message; without the thread when the earlier message does not exist any more. */
  private Outcome posted(SlackTarget place, SlackMessage message) {
    Outcome outcome = calls.post(place, message);
    return outcome instanceof Outcome.Rejected && place.inThread()
        ? calls.post(place.outsideThread(), message)
        : outcome;
  }

  @Override
  public Outcome update(Receipt receipt, Notification notification) {
    if (receipt.part(SlackSender.TS).isEmpty()) {
      return new Outcome.Rejected(
          FailureReason.PAYLOAD_REFUSED,
          "Slack did not name this message, as incoming webhooks never do: it cannot be changed.");
    }
    return calls.update(receipt, SlackMessage.of(notification, services.clock().instant()));
  }

  @Override
  public synchronized void listen(InboundListener listener) {
    if (!closed && inbound == null) {
      inbound = SlackInbound.open(settings, wire, services, listener);
    }
  }

  @Override
  public void resume(List<InboundListener.StoredEvent> events) {
    SlackInbound back = inbound;
    if (back != null) {
      back.resume(events);
    }
  }

  @Override
  public boolean inboundOpen() {
    SlackInbound back = inbound;
    return back != null && back.isOpen();
  }

  @Override
  public CallbackResponse receive(CallbackRequest call) {
    SlackInbound back = inbound;
    return back == null ? CallbackResponse.of(404) : back.receive(call);
  }

  @Override
  public Optional<ServicePerson> findByEmail(String email) throws IOException {
    return new SlackPeople(wire, settings.botToken()).findByEmail(email);
  }

  @Override
  public List<Finding> selfTest() {
    return new SlackSelfTest(settings, calls, wire).run();
  }

  @Override
  public synchronized void close() {
    closed = true;
    SlackInbound back = inbound;
    if (back != null) {
      back.close();
    }
    wire.close();
  }
}
