package org.messgateway.gateway;

import java.io.IOException;
import java.time.InstantSource;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.SharedLocks;
import org.messgateway.gateway.trouble.TroubleBook;

/** Creates tasks beside the gateway that runs a home, or without one. */
public final class TaskCreation {

  private static final OpenExchange.Links NO_FILES =
      (_, _, name, _) -> {
        throw new IllegalStateException("a new task has no file " + name + " beside it");
      };

  private TaskCreation() {}

  /**
   * Creates one.
   *
   * @throws IOException when it cannot be written, or the server cannot be reached; says why
   */
  public static Ref create(ExchangeConfig exchange, NewThread task) throws IOException {
    InstantSource clock = InstantSource.system();
    try (OpenExchange open =
        OpenExchange.of(
            exchange, NO_FILES, new TroubleBook(clock), clock, _ -> SharedLocks.ALONE)) {
      return open.writer().create(task);
    }
  }
}
