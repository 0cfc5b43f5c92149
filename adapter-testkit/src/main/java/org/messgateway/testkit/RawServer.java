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
 * A service on bare sockets, for what a proper HTTP server cannot do: hanging, resetting, cutting
 * off, dripping, flooding. Runs on virtual threads only, so that it does not disturb tests that
 * count threads.
 */
public final class RawServer implements SimulatedService {

  private final ServerSocket listener;
  private final Conduct conduct;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<SeenRequest> requests = new CopyOnWriteArrayList<>();
  private final BlockingQueue<SeenRequest> arrivals = new LinkedBlockingQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicLong written = new AtomicLong();

  private RawServer(ServerSocket listener, Conduct conduct) {
    this.listener = listener;
    this.conduct = conduct;
  }

  /** Starts one on a free port of 127.0.0.1 that treats every connection alike. */
  public static RawServer start(Conduct conduct) {
    try {
      ServerSocket listener = new ServerSocket(0, 500, InetAddress.ofLiteral("127.0.0.1"));
      RawServer server = new RawServer(listener, conduct);
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
      conduct.serve(new RawConnection(this, socket, closing));
    } catch (IOException otherSideWent) {
      // What clients do to a hostile server; the test judges by what it counted.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  void saw(SeenRequest request) {
    requests.add(request);
    arrivals.add(request);
  }

  void wrote(int bytes) {
    written.addAndGet(bytes);
  }

  @Override
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  @Override
  public List<SeenRequest> requests() {
    return List.copyOf(requests);
  }

  /** Waits for the next request that nobody has taken by this method; null when none came. */
  public @Nullable SeenRequest awaitRequest(Duration limit) throws InterruptedException {
    return arrivals.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** How many connections were ever made. */
  public int connections() {
    return connections.get();
  }

  /** How many connections the other side has not closed yet. */
  public int openConnections() {
    return open.size();
  }

  /** Bytes that were handed to sockets: what a client took, and what the buffers hold. */
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

  /** A port that is taken but not listened to: every connection is refused until it is closed. */
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
    public List<SeenRequest> requests() {
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
