package org.messgateway.benchmarks;

import java.io.IOException;

/**
 * The gateway with an empty exchange, as its launcher starts it.
 *
 * @param cache how the launcher treats its AOT cache
 */
record StartableGateway(BenchmarkEnvironment environment, String cache) implements StartableServer {

  @Override
  public ChildProcess start(String options, int port) throws IOException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "start", "http://127.0.0.1:9/nobody");
    return MeasuredGateway.start(environment, home, cache, options, port);
  }
}
