package org.messgateway.testkit.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The server's side of Slack's Socket Mode: a web socket server on a port of its own. */
final class SocketModeServer implements AutoCloseable {

  /** The limit of silence on a connection; clients ping far more often. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final ServerSocket server;
  private final Workspace workspace;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<WebSocketLink> links = new CopyOnWriteArrayList<>();

  /** The receiver of connection events, called on the connection's thread. */
  interface Workspace {

    void opened(WebSocketLink link);

    void received(String text);

    void ended(int code);
  }

  private SocketModeServer(ServerSocket server, Workspace workspace) {
    this.server = server;
    this.workspace = workspace;
  }

  /** Listens at once, on a free port of the loopback interface. */
  static SocketModeServer start(Workspace workspace) {
    try {
      SocketModeServer started =
          new SocketModeServer(
              new ServerSocket(0, 8, InetAddress.ofLiteral("127.0.0.1")), workspace);
      Thread.ofVirtual().name("simulated-socket-mode").start(started::accept);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "ws://127.0.0.1:" + server.getLocalPort() + "/link";
  }

  /** Sends over the oldest connection; false when there is none. */
  boolean send(String text) {
    for (WebSocketLink link : links) {
      try {
        link.send(text);
        return true;
      } catch (UncheckedIOException gone) {
        // Its reader notices too and removes it; there may be another.
      }
    }
    return false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().name("simulated-socket-link").start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    sockets.add(socket);
    try (socket) {
      socket.setSoTimeout(Math.toIntExact(SILENCE.toMillis()));
      WebSocketLink link = WebSocketLink.accept(socket);
      workspace.opened(link);
      links.add(link);
      int code = link.read(workspace::received);
      links.remove(link);
      workspace.ended(code);
    } catch (IOException noHandshake) {
      // The client connects again when it wants to.
    } finally {
      sockets.remove(socket);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
