package org.messgateway.benchmarks;

import java.io.IOException;

/** A server that can be started with options and asked how it is. */
interface StartableServer {

  /** Starts it with these options of Java at this port. */
  ChildProcess start(String options, int port) throws IOException;

  /** It with these options. */
  default ServerStart at(String options) {
    return new ServerStart(this, options);
  }
}
