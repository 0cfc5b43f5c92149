package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.gateway.cli.command.TerminalWriter;

/**
 * Who is told in a rehearsal: takes every webhook and counts. No server of ours, so that Java does
 * not learn its ways.
 */
final class RehearsalRobot implements AutoCloseable {

  private static final byte[] TAKEN = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(UTF_8);
  private static final Pattern LENGTH = Pattern.compile("(?i)\ncontent-length: *(\\d+)");

  private final ServerSocket socket;
  private final CountDownLatch told;

  private RehearsalRobot(ServerSocket socket, CountDownLatch told) {
    this.socket = socket;
    this.told = told;
  }

  /**
   * Listens on a free port of this machine.
   *
   * @param told counted down for each received webhook
   */
  static RehearsalRobot start(CountDownLatch told) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    RehearsalRobot robot = new RehearsalRobot(socket, told);
    Thread.ofPlatform().daemon().name("robot").start(robot::receive);
    return robot;
  }

  int port() {
    return socket.getLocalPort();
  }

  private void receive() {
    try {
      while (true) {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> receive(connection));
      }
    } catch (IOException closed) {
      TerminalWriter.err().println("The robot has gone home: " + closed.getMessage());
    }
  }

  private void receive(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      while (readRequest(in)) {
        connection.getOutputStream().write(TAKEN);
        told.countDown();
      }
    } catch (IOException broken) {
      TerminalWriter.err().println("A connection to the robot broke: " + broken.getMessage());
    }
  }

  /** Returns false at the end of the connection. */
  private static boolean readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      if (read < 0) {
        return false;
      }
      head.append((char) read);
    }
    Matcher length = LENGTH.matcher(head);
    in.skipNBytes(length.find() ? Long.parseLong(length.group(1)) : 0);
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
