package org.messgateway.gateway.demo;

import java.io.IOException;
import java.util.function.Consumer;

/** The demonstration's far end of Socket Mode, for tests elsewhere. */
public final class Sockets implements AutoCloseable {

  private final SocketModeServer server;

  private Sockets(SocketModeServer server) {
    this.server = server;
  }

  /**
   * Listens at once.
   *
   * @param received is called with every text that comes
   */
  public static Sockets open(Consumer<String> received) throws IOException {
    return new Sockets(new SocketModeServer(received));
  }

  public String url() {
    return server.url();
  }

  /** False while nobody is connected. */
  public boolean send(String text) {
    return server.send(text);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
