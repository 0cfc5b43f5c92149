package org.messgateway.gateway;

import java.util.List;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LocalFiles;

/**
 * Files of this machine that the configuration lets threads name; large as a file may be at all.
 */
@FunctionalInterface
interface PermittedFiles {

  /** Those that threads of one exchange may name. */
  LocalFiles in(GatewayConfig config, String exchange);

  /** By each exchange's own {@code files}. */
  static PermittedFiles of(Exchanges exchanges) {
    return (config, exchange) ->
        exchanges
            .of(exchange)
            .map(parts -> numbered(config, parts.number()))
            .orElse(LocalFiles.NONE);
  }

  /**
   * Those of one exchange.
   *
   * @param number among those that are configured; one that is configured no more permits none
   */
  static LocalFiles numbered(GatewayConfig config, int number) {
    List<ExchangeConfig> all = config.exchanges();
    return number < all.size()
        ? new LocalFiles(all.get(number).files(), config.http().maxFile())
        : LocalFiles.NONE;
  }
}
