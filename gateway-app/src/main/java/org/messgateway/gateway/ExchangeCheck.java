package org.messgateway.gateway;

import java.util.List;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.remote.RemoteCheck;

/** Tries the servers of remote exchanges, and changes nothing there. */
public final class ExchangeCheck {

  private ExchangeCheck() {}

  /** What is wrong with them, each with the line that mends it. */
  public static List<String> of(GatewayConfig config) {
    return config.exchanges().stream()
        .flatMap(each -> OpenExchange.settings(each).stream())
        .flatMap(settings -> RemoteCheck.of(settings).stream())
        .map(finding -> "exchange " + finding.what() + "\n      -> " + finding.remedy())
        .toList();
  }
}
