package org.messgateway.gateway;

import java.io.IOException;
import java.util.Collection;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.respond.Control;

/**
 * Sends again what came to nothing: through the gateway that runs, or in its place when none does.
 */
public final class Replay {

  private final ControlAccess access;

  public Replay(GatewayConfig config) {
    this.access = new ControlAccess(config);
  }

  /** How much was sent on its way again. */
  public record Done(int replayed, int released) {}

  /**
   * Does it.
   *
   * @param held whether threads held since the first start are let go too
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  public Done run(Collection<String> ids, boolean held) throws IOException {
    int replayed = access.ask(control -> control.replay(ids));
    return new Done(replayed, held ? access.ask(Control::releaseHeld) : 0);
  }
}
