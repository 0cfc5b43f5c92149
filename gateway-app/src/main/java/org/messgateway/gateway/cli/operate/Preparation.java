package org.messgateway.gateway.cli.operate;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.queue.jdbc.SqliteLibrary;

/**
 * Makes ready what each start needs of Java and of libraries, on a second thread while the log is
 * set up, adapters are found and the configuration is read. These use other libraries: two threads
 * that begin with the same classes could wait for each other for ever. So it is waited for before
 * the gateway is opened, though not for longer than a slow disk explains.
 */
public final class Preparation {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Thread thread;

  private Preparation(Thread thread) {
    this.thread = thread;
  }

  public static Preparation begin() {
    return new Preparation(
        Thread.ofPlatform().daemon().name("preparation").start(Preparation::prepare));
  }

  private static void prepare() {
    try {
      // Java's own first, as long as the log is not there. The reader of the configuration needs
      // numbers, whose class reckons large powers when it is loaded.
      Objects.requireNonNull(BigDecimal.ZERO);
      LinkKey.prepare();
      HttpServer.prepare();
      SqliteLibrary.prepare();
    } catch (RuntimeException | LinkageError e) {
      // Whoever needs it tries again, and says what it means.
    }
  }

  void await() throws InterruptedException {
    boolean _ = thread.join(LIMIT);
  }
}
