package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.io.Serial;
import java.net.Socket;
import java.net.SocketTimeoutException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;

/**
 * Looks whether a connection that lay idle still stands, before anything is sent over it.
 *
 * <p>Servers close idle connections after a few seconds. OkHttp looks only at those idle for ten,
 * finds out when it has sent, and would send again, which we must not let it. A millisecond's look
 * costs less than a delivery of which nobody knows whether it arrived. HTTP/2 has a reader of its
 * own that notices.
 */
final class FreshConnection implements Interceptor {

  private static final int LOOK_MILLIS = 1;

  @Override
  public Response intercept(Chain chain) throws IOException {
    Connection connection = chain.connection();
    boolean reused = connection != null && !Progress.of(chain.call()).takeConnected();
    if (connection != null && reused && connection.protocol() != Protocol.HTTP_2) {
      look(connection.socket());
    }
    return chain.proceed(chain.request());
  }

  private static void look(Socket socket) throws IOException {
    if (!stands(socket)) {
      socket.close();
      throw new Stale();
    }
  }

  /** Nothing may come unasked: neither an end nor a byte. */
  private static boolean stands(Socket socket) throws IOException {
    int before = socket.getSoTimeout();
    try {
      socket.setSoTimeout(LOOK_MILLIS);
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException silence) {
      return true;
    } catch (IOException broken) {
      return false;
    } finally {
      if (!socket.isClosed()) {
        socket.setSoTimeout(before);
      }
    }
  }

  /** The connection was closed by the other side; nothing was sent. */
  static final class Stale extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    Stale() {
      super("the idle connection was closed by the other side");
    }
  }
}
