package org.messgateway.gateway.respond.guard;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** A connection as the server made it, but that reads and writes use up the client's time. */
final class GuardedContext implements ConnectionContext {

  private final ConnectionContext context;
  private final Traffic traffic;
  private final String address;
  private final DataReader reader;
  private final DataWriter writer;

  GuardedContext(ConnectionContext context, Traffic traffic) {
    this.context = context;
    this.traffic = traffic;
    this.address = address(context);
    this.reader = DataReader.create(() -> traffic.read(this::next));
    this.writer = new Writer();
  }

  /** By way of the server's own reader, which tells a lost connection from a failure. */
  private byte @Nullable [] next() {
    DataReader source = context.dataReader();
    try {
      source.ensureAvailable();
    } catch (DataReader.InsufficientDataAvailableException end) {
      return null;
    }
    return source.readBytes(source.available());
  }

  /** Asked now: of a connection that is lost nobody knows where it came from. */
  private static String address(ConnectionContext context) {
    try {
      return context.remotePeer().host();
    } catch (RuntimeException lostAlready) {
      return "";
    }
  }

  /** Where it comes from; empty when it was lost before anybody asked. */
  String address() {
    return address;
  }

  Traffic traffic() {
    return traffic;
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
      traffic.write(size(buffers), () -> context.dataWriter().write(buffers));
    }

    @Override
    public void write(BufferData buffer) {
      traffic.write(buffer.available(), () -> context.dataWriter().write(buffer));
    }

    @Override
    public void writeNow(BufferData... buffers) {
      traffic.write(size(buffers), () -> context.dataWriter().writeNow(buffers));
    }

    @Override
    public void writeNow(BufferData buffer) {
      traffic.write(buffer.available(), () -> context.dataWriter().writeNow(buffer));
    }

    @Override
    public void flush() {
      traffic.write(0, context.dataWriter()::flush);
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
