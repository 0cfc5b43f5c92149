package org.messgateway.adapter.slack;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Inbound.CallbackRequest;
import org.messgateway.api.Inbound.CallbackResponse;
import org.messgateway.api.InboundListener;
import org.messgateway.api.Secret;

/** The configured inbound transports: Socket Mode, calls, or both. */
final class SlackInbound implements AutoCloseable {

  private final InboundListener listener;
  private final SlackEventQueue intake;
  private final @Nullable SocketMode socket;
  private final @Nullable SlackEndpoint endpoint;

  private SlackInbound(
      InboundListener listener,
      SlackEventQueue intake,
      @Nullable SocketMode socket,
      @Nullable SlackEndpoint endpoint) {
    this.listener = listener;
    this.intake = intake;
    this.socket = socket;
    this.endpoint = endpoint;
  }

  static SlackInbound open(
      SlackSettings settings,
      SlackConnections wire,
      AdapterServices services,
      InboundListener listener) {
    SlackResponder responder = new SlackResponder(wire, settings.botToken());
    SlackEventQueue intake =
        new SlackEventQueue(
            listener,
            new SlackEventHandler(listener, responder, wire, settings.botToken()),
            RetryPauses.USUAL);
    Secret appToken = settings.appToken();
    Secret signing = settings.signingSecret();
    SlackInbound back =
        new SlackInbound(
            listener,
            intake,
            appToken == null ? null : new SocketMode(wire, appToken, intake, services.timeLimit()),
            signing == null
                ? null
                : new SlackEndpoint(new SlackSignatures(signing, services.clock()), intake));
    back.start(services.channel());
    return back;
  }

  private void start(String channel) {
    intake.catchUp();
    if (socket != null) {
      socket.start(channel);
    }
  }

  void resume(List<InboundListener.StoredEvent> events) {
    intake.resume(events);
  }

  boolean isOpen() {
    // Calls first: a start's first connection is waited for.
    return (endpoint != null && listener.callbacksReachable()) || (socket != null && socket.open());
  }

  CallbackResponse receive(CallbackRequest call) {
    return endpoint == null ? CallbackResponse.of(404) : endpoint.receive(call);
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.close();
    }
    intake.close();
  }
}
