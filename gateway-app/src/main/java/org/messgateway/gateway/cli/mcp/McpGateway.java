package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.GatewayOptions;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.StopSignal;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.home.HandOverWish;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that a gateway runs in a home: while another process is it, that one is watched by an
 * open connection, whose end is heard at once; when none is, this process becomes it. Leaves the
 * home to a {@code run} that asks. Works on a thread of its own, until it is closed.
 */
final class McpGateway implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(McpGateway.class);

  private static final int LEAST_PAUSE = 20;
  private static final int LONGEST_PAUSE = 80;
  private static final int MOST_LONGER = 500;
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration PREPARE_AFTER = Duration.ofSeconds(3);
  private static final Duration DAMAGE_LOOK = Duration.ofSeconds(5);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(14);

  /** How long an ended process may still hold the port. */
  private static final Duration PORT_LIMIT = Duration.ofMillis(400);

  private final Path home;
  private final CommandHint hint;
  private final LocalAccess access;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile CountDownLatch yielded = new CountDownLatch(0);
  private volatile @Nullable Socket watched;
  private int pauses;
  private boolean prepared;

  /** Whether the holder of the lock answers, though no process here has its number. */
  private boolean elsewhere;

  /**
   * @param access where the gateway of the home is asked
   */
  McpGateway(Path home, CommandHint hint, LocalAccess access) {
    this.home = home;
    this.hint = hint;
    this.access = access;
    thread = Thread.ofPlatform().daemon().name("mcp-gateway").unstarted(this::keep);
  }

  void start() {
    thread.start();
  }

  private void keep() {
    try {
      while (!closed()) {
        keepOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepOnce() throws InterruptedException {
    try {
      Path folder = GatewayFolder.prepare(home.resolve(".gateway"));
      String holder = GatewayLock.text(folder);
      Optional<GatewayLock.Listening> listening = GatewayLock.listening(folder);
      boolean lives = !holder.isEmpty() && !GatewayLock.hasEnded(holder);
      boolean ran = (lives || elsewhere) && listening.isPresent() && watch(listening.get());
      elsewhere = false;
      boolean starting = lives && listening.isEmpty();
      if (ran || starting || HandOverWish.pending(folder)) {
        pauses = starting ? pauses + 1 : 0;
        pause();
      } else {
        become(folder);
      }
    } catch (CommandFailure e) {
      failed(e.sentence(), e.report());
    } catch (QueueException | IOException | UncheckedIOException e) {
      failed("The gateway cannot run in " + home + ": " + e.getMessage(), "");
    } catch (RuntimeException e) {
      // Else the client would be without a gateway for the rest of its life.
      failed("The gateway in " + home + " failed: " + e, "");
    }
  }

  private void failed(String sentence, String report) throws InterruptedException {
    if (access.trouble(sentence)) {
      log.error("{}{}", sentence, report.isEmpty() ? "" : "\n" + report);
    }
    closing.await(AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits for the end of the gateway that listens there; false where none does. */
  private boolean watch(GatewayLock.Listening listening) throws IOException {
    try (Socket socket = connected(listening)) {
      watched = socket;
      access.trouble("");
      prepare();
      InputStream in = socket.getInputStream();
      // It says nothing unasked, and hangs up now and then: then it is asked again.
      while (!closed() && in.read() >= 0) {
        log.trace("The gateway said something unasked.");
      }
      return true;
    } catch (IOException ended) {
      log.debug("The gateway at port {} has ended.", listening.port(), ended);
      return false;
    }
  }

  /** Loads once what a takeover needs, so that it is quicker; not for a client that ends soon. */
  private void prepare() {
    if (prepared) {
      return;
    }
    prepared = true;
    Thread.ofPlatform()
        .daemon()
        .name("mcp-prepare")
        .start(() -> {
          try {
            if (!closing.await(PREPARE_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
              loadOnce();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void loadOnce() {
    try (CommandContext context = CommandContext.open(home, hint)) {
      log.debug("Read for a takeover: {}", context.load());
    } catch (CommandFailure e) {
      log.debug("There is nothing to read.", e);
    }
  }

  private Socket connected(GatewayLock.Listening listening) throws IOException {
    Socket socket = new Socket();
    boolean done = false;
    try {
      socket.connect(
          new InetSocketAddress(access.host(listening), listening.port()),
          Math.toIntExact(CONNECT.toMillis()));
      done = true;
      return socket;
    } finally {
      if (!done) {
        socket.close();
      }
    }
  }

  private void become(Path folder) throws IOException, InterruptedException {
    JarStrikes strikes = JarStrikes.ofGateway(home, InstantSource.system(), OptionalInt.empty());
    try (StopSignal signal = new StopSignal(strikes);
        CommandContext context = CommandContext.open(home, hint, strikes)) {
      GatewayConfig config = context.config();
      while (config != null && !closed() && !HandOverWish.pending(folder)) {
        config = untilItEnds(context, config, signal, folder);
      }
    }
  }

  /** Returns what was in force when the gateway has to be opened anew, else null. */
  private @Nullable GatewayConfig untilItEnds(
      CommandContext context, GatewayConfig config, StopSignal signal, Path folder)
      throws IOException, InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    OptionalInt port = port(config);
    GatewayOptions options = GatewayOptions.yielding(home, port, asked::countDown);
    try (Gateway gateway = Gateway.open(options, config, context.loader())) {
      access.trouble("");
      if (port.isPresent()) {
        // Said once the home is ours: before, the port may be that of another that was faster.
        log.warn(
            "Port {} is taken by another program. This gateway listens on another one, and links"
                + " in messages that were sent before do not open.",
            config.http().port());
      }
      yielded = asked;
      signal.stops(gateway);
      gateway.start();
      while (!closed() && !asked.await(DAMAGE_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        if (gateway.damaged()) {
          log.error("The queue is damaged: the gateway makes another from the threads.");
          return gateway.inForce();
        }
      }
      if (!closed()) {
        log.info("A run takes over the home.");
      }
      return null;
    } catch (GatewayRunningException e) {
      return takenBy(e.holder(), folder, config);
    }
  }

  /** While the holder neither answers nor has ended, this goes on to try. */
  private @Nullable GatewayConfig takenBy(String holder, Path folder, GatewayConfig config)
      throws IOException, InterruptedException {
    pause();
    Optional<GatewayLock.Listening> listening = GatewayLock.listening(folder);
    if (listening.isEmpty()) {
      log.debug("The home is held by {}.", holder);
      return config;
    }
    try (Socket there = connected(listening.get())) {
      log.debug("A gateway runs at {}.", there);
      elsewhere = true;
      return null;
    } catch (IOException noneAnswers) {
      return config;
    }
  }

  /** Empty for the configured one; any other where a program has that. */
  private static OptionalInt port(GatewayConfig config) throws InterruptedException {
    HttpConfig http = config.http();
    if (!http.enabled()) {
      log.info("http is off in the configuration: this gateway listens for this machine alone.");
      return OptionalInt.empty();
    }
    long until = System.nanoTime() + PORT_LIMIT.toNanos();
    while (!isFree(http)) {
      if (System.nanoTime() - until > 0) {
        return OptionalInt.of(0);
      }
      Thread.sleep(LEAST_PAUSE);
    }
    return OptionalInt.empty();
  }

  private static boolean isFree(HttpConfig http) {
    try (ServerSocket trial = new ServerSocket()) {
      trial.setReuseAddress(true);
      trial.bind(new InetSocketAddress(http.host(), http.port()));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private void pause() throws InterruptedException {
    // One that runs without HTTP is looked at now and then only.
    int longer = Math.min(pauses * 5, MOST_LONGER);
    closing.await(
        longer + ThreadLocalRandom.current().nextInt(LEAST_PAUSE, LONGEST_PAUSE),
        TimeUnit.MILLISECONDS);
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** Ends the gateway, if it is this process, in order. */
  @Override
  public void close() {
    closing.countDown();
    yielded.countDown();
    try (Socket other = watched) {
      log.debug("The watch over {} ends.", other);
    } catch (IOException e) {
      log.debug("The watch has ended.", e);
    }
    try {
      thread.join(CLOSE_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
