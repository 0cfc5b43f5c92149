package org.messgateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A simulated service on bare sockets, for faults that a proper HTTP server cannot produce:
 * hanging, resetting, truncating, dripping, flooding. It runs on virtual threads only, so that
 * tests can count platform threads.
 */
public final class SocketSimulator implements SimulatedService {

  private final ServerSocket listener;
  private final ConnectionScript connectionScript;
  private final ServiceDialogue dialogue;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
  private final BlockingQueue<RecordedRequest> arrivals = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicLong written = new AtomicLong();

  private SocketSimulator(
      ServerSocket listener, ConnectionScript connectionScript, ServiceDialogue dialogue) {
    this.listener = listener;
    this.connectionScript = connectionScript;
    this.dialogue = dialogue;
  }

  /** Starts a service on a free port of 127.0.0.1 that plays one script on every connection. */
  public static SocketSimulator start(ConnectionScript connectionScript) {
    return start(connectionScript, ServiceDialogue.NONE);
  }

  /** The same; requests that prepare a message are answered before the script goes on. */
  public static SocketSimulator start(ConnectionScript connectionScript, ServiceDialogue dialogue) {
    try {
      ServerSocket listener = new ServerSocket(0, 500, InetAddress.ofLiteral("127.0.0.1"));
      SocketSimulator server = new SocketSimulator(listener, connectionScript, dialogue);
      Thread.ofVirtual().name("raw-server").start(server::accept);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().name("raw-connection").start(() -> serve(socket));
      } catch (IOException closed) {
        return; // close() ends the listener: the only way out of accept().
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      connectionScript.serve(new SimulatedConnection(this, socket, closing));
    } catch (IOException otherSideWent) {
      // What clients do to a hostile server; the test judges by what it counted.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  void saw(RecordedRequest request) {
    requests.add(request);
    if (!dialogue.prepares(request)) {
      arrivals.add(request);
    }
  }

  ServiceDialogue dialogue() {
    return dialogue;
  }

  void wrote(int bytes) {
    written.addAndGet(bytes);
  }

  @Override
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  @Override
  public List<RecordedRequest> requests() {
    return List.copyOf(requests);
  }

  /**
   * Waits for the next request that this method has not returned yet; null when none arrives within
   * the limit.
   */
  public @Nullable RecordedRequest awaitRequest(Duration limit) throws InterruptedException {
    return arrivals.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The number of connections so far. */
  public int connections() {
    return connections.get();
  }

  /** The number of connections that the client has not closed. */
  public int openConnections() {
    return open.size();
  }

  /** The number of bytes written to sockets: read by the client or in buffers. */
  public long bytesWritten() {
    return written.get();
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port without a listener: every connection is refused until it is closed. */
  public static SimulatedService refusing() {
    try {
      Socket socket = new Socket();
      socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      return new Refusing(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Refusing(Socket socket) implements SimulatedService {

    @Override
    public URI baseUrl() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    @Override
    public List<RecordedRequest> requests() {
      return List.of();
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
