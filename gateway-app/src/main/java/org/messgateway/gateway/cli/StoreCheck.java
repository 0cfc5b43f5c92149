package org.messgateway.gateway.cli;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.messgateway.gateway.QueueStores;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.QueueException;

/** Whether the store could be opened, and the line that mends it when it could not. */
final class StoreCheck {

  private static final String PLACE = "store: { url: \"jdbc:postgresql://HOST:5432/DATABASE\" }";
  private static final String ACCESS =
      "store: { url: \"jdbc:postgresql://HOST:5432/DATABASE\", user: USER,"
          + " password: \"${MESS_STORE_PASSWORD}\" }";

  private StoreCheck() {}

  static List<String> of(Path home, GatewayConfig config) {
    try {
      QueueStores.of(config.store(), home.resolve(".gateway"), InstantSource.system()).tryOut();
      return List.of();
    } catch (QueueException e) {
      return List.of(e.getMessage() + mend(e.trouble()));
    }
  }

  private static String mend(QueueException.Trouble trouble) {
    return switch (trouble) {
      case UNREACHABLE, READ_ONLY -> "\n      -> " + PLACE;
      case NO_ACCESS -> "\n      -> " + ACCESS;
      case FULL, LOCKED, DAMAGED, DISK, TOO_NEW, BUSY, CLOSED, REFUSED -> "";
    };
  }
}
