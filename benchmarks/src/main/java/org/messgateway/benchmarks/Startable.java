package org.messgateway.benchmarks;

import java.io.IOException;

/** A server that can be started with options and asked how it is. */
interface Startable {

  /** Starts it with these options of Java at this port. */
  Child start(String options, int port) throws IOException;

  /** It with these options. */
  default StartUse at(String options) {
    return new StartUse(this, options);
  }
}
