package org.messgateway.gateway;

import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LocalFiles;

/**
 * Files of this machine that the configuration lets threads name; large as a file may be at all.
 */
final class PermittedFiles {

  private PermittedFiles() {}

  static LocalFiles by(GatewayConfig config) {
    return new LocalFiles(config.exchange().files(), config.http().maxFile());
  }
}
