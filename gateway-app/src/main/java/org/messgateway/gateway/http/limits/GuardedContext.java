package org.messgateway.gateway.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the server whose reads and writes are counted against the client's time. Helidon
 * has no read timeout on NIO sockets, no timeout on writes, and looks for idle connections only
 * between requests.
 */
final class GuardedContext implements ConnectionContext {

  /** Starts the time of a request's body. */
  static final class RequestListener implements Http1ConnectionListener {
    @Override
    public void headers(ConnectionContext context, Headers headers) {
      if (context instanceof GuardedContext guarded) {
        guarded.headed(headers);
      }
    }
  }

  /** Starts the time of an answer. */
  static final class ResponseListener implements Http1ConnectionListener {
    @Override
    public void status(ConnectionContext context, Status status) {
      if (context instanceof GuardedContext guarded) {
        guarded.clientDeadlines.answered();
      }
    }
  }

  private final ConnectionContext context;
  private final ClientDeadlines clientDeadlines;
  private final String address;
  private final DataReader reader;
  private final DataWriter writer;

  /** Of the connection's thread. */
  private @Nullable ReadAhead ahead;

  /** Bytes of the request's body that have not come yet; of the connection's thread. */
  private long awaited;

  GuardedContext(ConnectionContext context, ClientDeadlines clientDeadlines) {
    this.context = context;
    this.clientDeadlines = clientDeadlines;
    this.address = address(context);
    this.reader = DataReader.create(() -> clientDeadlines.read(this::next));
    this.writer = new Writer();
  }

  private byte @Nullable [] next() {
    ReadAhead begun = ahead;
    ahead = null;
    byte @Nullable [] bytes = begun == null ? read() : begun.bytes();
    awaited -= bytes == null ? 0 : bytes.length;
    return bytes;
  }

  private void headed(Headers headers) {
    awaited = announced(headers) - reader.available();
    clientDeadlines.headed();
  }

  private static long announced(Headers headers) {
    long unknown = headers.contains(HeaderValues.TRANSFER_ENCODING_CHUNKED) ? Long.MAX_VALUE : 0;
    try {
      return headers.contentLength().orElse(unknown);
    } catch (NumberFormatException refusedByTheServer) {
      return 0;
    }
  }

  /** Whether a request was answered before its client had sent all of it. */
  boolean isAnsweredEarly() {
    return awaited > 0 && clientDeadlines.isAnswered();
  }

  /**
   * Begins to read what the client sends next, while a request of it waits: its end is heard only
   * so. What was read is the connection's next bytes.
   *
   * @param gone called when the client has hung up, on another thread, until it is taken back by
   *     {@link ReadAhead#tell}
   */
  ReadAhead watch(Runnable gone) {
    ReadAhead begun = ahead;
    if (begun == null) {
      begun = new ReadAhead(this::read);
      ahead = begun;
      begun.tell(gone);
      begun.start();
    } else {
      // Of a request before, which came in one piece with this one.
      begun.tell(gone);
    }
    return begun;
  }

  /** Reads through the server's own reader, which tells a lost connection from a failure. */
  private byte @Nullable [] read() {
    DataReader source = context.dataReader();
    try {
      source.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException end) {
      return null;
    }
    return source.readBytes(source.available());
  }

  /**
   * Reads and forgets what the client still sends, until the request is complete, the client ends
   * the connection, or its time is over. Closing a socket with unread bytes resets the connection,
   * and the reset discards an answer that the client has not read yet (RFC 9112, section 9.6).
   */
  void linger() {
    boolean inBody = awaited > 0;
    clientDeadlines.refused(inBody);
    try {
      while (!inBody || awaited > 0) {
        reader.ensureAvailable();
        reader.skip(reader.available());
      }
    } catch (DataReader.InsufficientDataAvailableException
        | CloseConnectionException
        | UncheckedIOException ended) {
      // The client has its answer, or had its time.
    }
  }

  /** The address must be asked for at once: a lost connection does not know its peer any more. */
  private static String address(ConnectionContext context) {
    try {
      return context.remotePeer().host();
    } catch (RuntimeException lostAlready) {
      return "";
    }
  }

  /** The client's address; empty when the connection was lost before it was asked for. */
  String address() {
    return address;
  }

  ClientDeadlines traffic() {
    return clientDeadlines;
  }

  @Override
  public DataReader dataReader() {
    return reader;
  }

  @Override
  public DataWriter dataWriter() {
    return writer;
  }

  @Override
  public ListenerContext listenerContext() {
    return context.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return context.executor();
  }

  @Override
  public Router router() {
    return context.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return context.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return context.serverSocket();
  }

  @Override
  public PeerInfo remotePeer() {
    return context.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return context.localPeer();
  }

  @Override
  public boolean isSecure() {
    return context.isSecure();
  }

  @Override
  public String socketId() {
    return context.socketId();
  }

  @Override
  public String childSocketId() {
    return context.childSocketId();
  }

  private final class Writer implements DataWriter {

    @Override
    public void write(BufferData... buffers) {
      clientDeadlines.write(size(buffers), () -> context.dataWriter().write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      clientDeadlines.write(buffer.available(), () -> context.dataWriter().write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      clientDeadlines.write(size(buffers), () -> context.dataWriter().writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      clientDeadlines.write(buffer.available(), () -> context.dataWriter().writeNow(buffer));
    }

    @Override
    public void flush() {
      clientDeadlines.write(0, context.dataWriter()::flush);
    }

    @Override
    public void close() {
      context.dataWriter().close();
    }

    private static long size(BufferData... buffers) {
      return Arrays.stream(buffers).mapToLong(BufferData::available).sum();
    }
  }
}
