package org.messgateway.adapter.okhttp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a pooled connection is open before a request is sent on it.
 *
 * <p>OkHttp checks only connections that were idle for 10 s, and otherwise relies on sending again,
 * which the adapter contract forbids. Small servers close earlier (Node after 5 s, many right after
 * the answer), and a request lost that way would count as possibly sent. The check costs 1 ms, so a
 * connection that has proved itself and was just used skips it.
 */
final class LivenessInterceptor implements Interceptor {

  /**
   * A value that a read never returns. A read that returns anything on an idle connection means
   * that the connection is unusable.
   */
  private static final int NOTHING = Integer.MIN_VALUE;

  /** The observations about a connection after its last answer. */
  private record ConnectionHistory(int answers, boolean ends, long at) {}

  private final long justNowNanos;
  private final Map<Connection, ConnectionHistory> connectionHistories = new WeakHashMap<>();

  /**
   * @param justNow a connection that has proved itself is not checked for so long after an answer
   */
  LivenessInterceptor(Duration justNow) {
    this.justNowNanos = justNow.toNanos();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Connection connection = chain.connection();
    if (connection == null || connection.protocol() == Protocol.HTTP_2) {
      return chain.proceed(chain.request());
    }
    ConnectionHistory connectionHistory = history(connection);
    if (connectionHistory != null && !usable(connectionHistory, connection.socket())) {
      throw new StaleConnectionException();
    }
    Response response = chain.proceed(chain.request());
    remember(connection, connectionHistory, response.protocol() == Protocol.HTTP_1_0);
    return response;
  }

  private @Nullable ConnectionHistory history(Connection connection) {
    synchronized (connectionHistories) {
      return connectionHistories.get(connection);
    }
  }

  private void remember(
      Connection connection, @Nullable ConnectionHistory connectionHistory, boolean ends) {
    int answers = connectionHistory == null ? 1 : connectionHistory.answers() + 1;
    synchronized (connectionHistories) {
      connectionHistories.put(connection, new ConnectionHistory(answers, ends, System.nanoTime()));
    }
  }

  private boolean usable(ConnectionHistory connectionHistory, Socket socket) throws IOException {
    if (connectionHistory.ends()) {
      return false; // HTTP/1.0 hangs up after each answer and does not say so.
    }
    boolean proved =
        connectionHistory.answers() > 1
            && System.nanoTime() - connectionHistory.at() < justNowNanos;
    return proved || isOpen(socket);
  }

  /**
   * Whether nothing can be read: an end of stream or a byte on an idle connection makes it
   * unusable.
   */
  private static boolean isOpen(Socket socket) throws IOException {
    int timeout = socket.getSoTimeout();
    try {
      socket.setSoTimeout(1);
      int unexpected = socket.getInputStream().read();
      return unexpected == NOTHING;
    } catch (SocketTimeoutException open) {
      return true;
    } catch (IOException broken) {
      return false;
    } finally {
      restore(socket, timeout);
    }
  }

  private static void restore(Socket socket, int timeout) throws IOException {
    if (!socket.isClosed()) {
      socket.setSoTimeout(timeout);
    }
  }
}
