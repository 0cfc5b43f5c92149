package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.Collection;
import org.messgateway.gateway.cli.command.ControlClient;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.http.Control;

/** Queues failed deliveries again: through the running gateway, or in its place when none runs. */
public final class Replay {

  private final ControlClient access;

  public Replay(GatewayConfig config) {
    this.access = new ControlClient(config);
  }

  /** How much was sent on its way again. */
  public record ReplayCounts(int replayed, int released) {}

  /**
   * Does it.
   *
   * @param held whether threads held since the first start are let go too
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  public ReplayCounts run(Collection<String> ids, boolean held) throws IOException {
    int replayed = access.ask(control -> control.replay(ids));
    return new ReplayCounts(replayed, held ? access.ask(Control::releaseHeld) : 0);
  }
}
