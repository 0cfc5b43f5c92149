package org.messgateway.adapter.slack;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Ear;
import org.messgateway.api.Inbound.Call;
import org.messgateway.api.Inbound.Response;
import org.messgateway.api.Secret;

/** The ways that lead back to us, those of them that are configured. */
final class SlackWayBack implements AutoCloseable {

  private final Ear ear;
  private final SlackIntake intake;
  private final @Nullable SocketMode socket;
  private final @Nullable SlackEndpoint endpoint;

  private SlackWayBack(
      Ear ear, SlackIntake intake, @Nullable SocketMode socket, @Nullable SlackEndpoint endpoint) {
    this.ear = ear;
    this.intake = intake;
    this.socket = socket;
    this.endpoint = endpoint;
  }

  static SlackWayBack open(
      SlackSettings settings, SlackWire wire, AdapterServices services, Ear ear) {
    SlackVoice voice = new SlackVoice(wire, settings.botToken());
    SlackIntake intake = new SlackIntake(ear, new SlackWork(ear, voice, wire, settings.botToken()));
    Secret appToken = settings.appToken();
    Secret signing = settings.signingSecret();
    SlackWayBack back =
        new SlackWayBack(
            ear,
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

  void takeOver(List<Ear.Kept> left) {
    intake.takeOver(left);
  }

  boolean isOpen() {
    return (socket != null && socket.open()) || (endpoint != null && ear.callable());
  }

  Response receive(Call call) {
    return endpoint == null ? Response.of(404) : endpoint.receive(call);
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.close();
    }
    intake.close();
  }
}
