package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import javax.net.SocketFactory;

/** Makes sockets that ask the guard when they connect, when the address is final. */
final class GuardedSocketFactory extends SocketFactory {

  private final AddressGuard guard;

  GuardedSocketFactory(AddressGuard guard) {
    this.guard = guard;
  }

  @Override
  public Socket createSocket() {
    return new GuardedSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  private Socket connected(InetSocketAddress to) throws IOException {
    Socket socket = createSocket();
    socket.connect(to);
    return socket;
  }

  private final class GuardedSocket extends Socket {

    @Override
    public void connect(SocketAddress to, int timeout) throws IOException {
      InetAddress address = resolved(to);
      if (!guard.permits(address)) {
        throw guard.refusal(address.getHostAddress(), address);
      }
      super.connect(to, timeout);
    }

    private InetAddress resolved(SocketAddress to) throws IOException {
      if (to instanceof InetSocketAddress inet && !inet.isUnresolved()) {
        return inet.getAddress();
      }
      throw new UnknownHostException("not resolved");
    }
  }
}
