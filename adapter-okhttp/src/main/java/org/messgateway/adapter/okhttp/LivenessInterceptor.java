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
 * Looks whether a connection from the pool is still open before anything is sent on it.
 *
 * <p>OkHttp looks only at connections that lay idle for ten seconds and otherwise relies on sending
 * again, which we forbid. Small servers hang up sooner (Node after five seconds, many right after
 * the answer), and a request lost to such a connection would count as possibly sent. The look costs
 * a millisecond, so a connection that has proved itself and was just used is spared it.
 */
final class LivenessInterceptor implements Interceptor {

  private static final long JUST_NOW_NANOS = Duration.ofMillis(100).toNanos();

  /** What a read never answers: whatever it does answer on an idle connection is bad news. */
  private static final int NOTHING = Integer.MIN_VALUE;

  /** What is known of a connection after its last answer. */
  private record Past(int answers, boolean ends, long at) {}

  private final Map<Connection, Past> pasts = new WeakHashMap<>();

  @Override
  public Response intercept(Chain chain) throws IOException {
    Connection connection = chain.connection();
    if (connection == null || connection.protocol() == Protocol.HTTP_2) {
      return chain.proceed(chain.request());
    }
    Past past = past(connection);
    if (past != null && !usable(past, connection.socket())) {
      throw new StaleConnectionException();
    }
    Response response = chain.proceed(chain.request());
    remember(connection, past, response.protocol() == Protocol.HTTP_1_0);
    return response;
  }

  private @Nullable Past past(Connection connection) {
    synchronized (pasts) {
      return pasts.get(connection);
    }
  }

  private void remember(Connection connection, @Nullable Past past, boolean ends) {
    int answers = past == null ? 1 : past.answers() + 1;
    synchronized (pasts) {
      pasts.put(connection, new Past(answers, ends, System.nanoTime()));
    }
  }

  private static boolean usable(Past past, Socket socket) throws IOException {
    if (past.ends()) {
      return false; // HTTP/1.0 hangs up after each answer and does not say so.
    }
    boolean proved = past.answers() > 1 && System.nanoTime() - past.at() < JUST_NOW_NANOS;
    return proved || isOpen(socket);
  }

  /** Nothing is to be read on an idle connection: an end or a byte means that it is of no use. */
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
