package org.messgateway.benchmarks;

import java.io.IOException;

/**
 * The gateway with an empty exchange, as its launcher starts it.
 *
 * @param cache how the launcher treats its AOT cache
 */
record GatewayStart(Setting setting, String cache) implements Startable {

  @Override
  public Child start(String options, int port) throws IOException {
    GatewayHome home = GatewayHome.ofOne(setting, "start", "http://127.0.0.1:9/nobody");
    return GatewayProcess.start(setting, home, cache, options, port);
  }
}
