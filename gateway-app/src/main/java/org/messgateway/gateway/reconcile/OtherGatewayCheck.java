package org.messgateway.gateway.reconcile;

import java.nio.file.Path;
import java.util.Optional;
import org.messgateway.gateway.exchange.write.GatewayMarker;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.ops.Trouble;
import org.messgateway.gateway.ops.TroubleCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether another gateway, with a store of its own, tells of the threads of an exchange: people
 * would be told twice. Thread-safe.
 */
public final class OtherGatewayCheck {

  private static final Logger log = LoggerFactory.getLogger(OtherGatewayCheck.class);

  private static final String REMEDY =
      "A gateway that starts waits until the other has ended. End one of them, or give both the"
          + " same PostgreSQL store: else people are told twice.";

  private final String root;
  private final Optional<GatewayMarker> marker;
  private final ActiveTroubles troubles;

  /** In words. */
  private volatile Optional<String> other = Optional.empty();

  /**
   * @param root of the exchange
   * @param marker by which gateways know of each other; empty where a server sees to that
   */
  public OtherGatewayCheck(Path root, Optional<GatewayMarker> marker, ActiveTroubles troubles) {
    this.root = root.toString();
    this.marker = marker;
    this.troubles = troubles;
  }

  /** The other one, as it was found last, in words. */
  public Optional<String> other() {
    return other;
  }

  /** Whether there is none now; it is a trouble where there is one. */
  public boolean alone() {
    Optional<String> found = marker.flatMap(GatewayMarker::turn);
    if (found.isPresent()) {
      String what = "Another gateway tells of the threads in %s: %s.".formatted(root, found.get());
      troubles.report(new Trouble(TroubleCause.CONFIGURATION, root, what, REMEDY));
      if (!found.equals(other)) {
        log.error("{} {}", what, REMEDY);
      }
    } else if (other.isPresent()) {
      troubles.mended(TroubleCause.CONFIGURATION, root);
      log.info("No other gateway tells of the threads in {} any more.", root);
    }
    other = found;
    return found.isEmpty();
  }

  /** The loop that renews the marker in the exchange. */
  public BackgroundLoop loop() {
    return BackgroundLoop.every("gateway marker", GatewayMarker.RENEWAL, this::alone);
  }
}
