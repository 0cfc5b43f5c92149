package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.messgateway.api.Secret;

/**
 * The webhook that everything posts to: answers 204, checks signatures, remembers what arrived
 * when. {@code GET} lists the arrivals, {@code GET /taken} forgets them then, {@code DELETE}
 * forgets them, {@code PUT} says for how many seconds it is busy. {@code /hang} and {@code /drip}
 * are as sick as they sound. Prints its port, then serves until its standard input ends, so that it
 * does not outlive who started it.
 */
final class WebhookSink {

  private static final int BACKLOG = 16_384;

  private WebhookSink() {}

  /**
   * @param args the key, {@code whsec_…}
   */
  static void main(String[] args) throws IOException {
    Secret key = Secret.of(args[0]);
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    SinkState state = new SinkState(key);
    Thread.ofPlatform().daemon().name("accept").start(() -> serve(server, state));
    System.out.println("Listening on " + server.getLocalPort());
    while (System.in.read() >= 0) {
      // Only its end matters.
    }
  }

  private static void serve(ServerSocket server, SinkState state) {
    try {
      while (true) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread.ofVirtual().start(new SinkConnection(socket, state));
      }
    } catch (IOException e) {
      System.err.println("The sink cannot accept connections any more: " + e);
    }
  }
}
