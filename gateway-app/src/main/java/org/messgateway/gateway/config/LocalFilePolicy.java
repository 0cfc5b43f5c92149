package org.messgateway.gateway.config;

import java.util.List;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LocalFiles;

/** The files of this machine that threads may name, by the configuration. */
@FunctionalInterface
public interface LocalFilePolicy {

  /** The files that threads of one exchange may name. */
  LocalFiles in(GatewayConfig config, String exchange);

  /** The policy of each exchange's own {@code files}. */
  static LocalFilePolicy of(Exchanges exchanges) {
    return (config, exchange) ->
        exchanges.of(exchange).map(each -> numbered(config, each.number())).orElse(LocalFiles.NONE);
  }

  /**
   * The files of one exchange.
   *
   * @param number of the exchange in the configuration; an exchange that is gone permits none
   */
  static LocalFiles numbered(GatewayConfig config, int number) {
    List<ExchangeConfig> all = config.exchanges();
    return number < all.size()
        ? new LocalFiles(all.get(number).files(), config.http().maxFile())
        : LocalFiles.NONE;
  }
}
