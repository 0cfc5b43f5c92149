package org.messgateway.gateway.flow;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A line to the gateway that can be cut: in the middle of a sending, or behind it. */
final class CutLine implements AutoCloseable {

  private static final int CHUNK = 8_192;

  private final int port;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private final AtomicLong uploadLeft = new AtomicLong(Long.MAX_VALUE);
  private volatile boolean deaf;

  private CutLine(int port, ServerSocket server) {
    this.port = port;
    this.server = server;
  }

  static CutLine to(int port) throws IOException {
    CutLine line = new CutLine(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().start(line::accept);
    return line;
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** The next connection over which so much goes is cut there, once. */
  void cutAfterSending(long bytes) {
    deaf = false;
    uploadLeft.set(bytes);
  }

  /** As above, but all of it arrives: only the answer never does. */
  void loseTheAnswerAfterSending(long bytes) {
    deaf = true;
    uploadLeft.set(bytes);
  }

  /** How often it was cut. */
  int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket from = server.accept();
        Thread.ofVirtual().start(() -> join(from));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void join(Socket from) {
    try (from;
        Socket to = new Socket(InetAddress.getLoopbackAddress(), port)) {
      sockets.add(from);
      sockets.add(to);
      AtomicBoolean lost = new AtomicBoolean();
      Thread back = Thread.ofVirtual().start(() -> back(to, from, lost));
      forth(from, to, lost);
      back.join();
    } catch (IOException ended) {
      // As lines do.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
    }
  }

  private void forth(Socket from, Socket to, AtomicBoolean lost) throws IOException {
    byte[] chunk = new byte[CHUNK];
    long sent = 0;
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      sent += read;
      if (sent > uploadLeft.get()) {
        uploadLeft.set(Long.MAX_VALUE);
        int _ = cuts.incrementAndGet();
        if (!deaf) {
          from.close();
          to.close();
          return;
        }
        lost.set(true);
      }
      out.write(chunk, 0, read);
    }
    to.shutdownOutput();
  }

  private static void back(Socket to, Socket from, AtomicBoolean lost) {
    byte[] chunk = new byte[CHUNK];
    try (to;
        from) {
      InputStream in = to.getInputStream();
      for (int read = in.read(chunk); read >= 0 && !lost.get(); read = in.read(chunk)) {
        from.getOutputStream().write(chunk, 0, read);
      }
    } catch (IOException ended) {
      // As lines do.
    }
  }

  @Override
  public void close() throws IOException {
    end();
  }

  /** Cuts what is open, and lets nobody through any more. */
  void end() throws IOException {
    server.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
