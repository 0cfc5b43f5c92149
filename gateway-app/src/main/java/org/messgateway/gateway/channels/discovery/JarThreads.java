package org.messgateway.gateway.channels.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.channels.discovery.IsolatedCall.Foreign;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which all code of one drop-in jar runs: daemons of the platform, 16 at most, so
 * that foreign code takes neither the carriers of virtual threads nor a thread that the end of the
 * program waits for. Who calls waits for a limited time; the limit of an attempt is its own
 * interruption, which is passed on. A call that does not end keeps its thread. Source:
 * docs/adapters.md. Thread-safe.
 */
final class JarThreads {

  /** Threads of one jar. */
  static final int MOST = 16;

  private static final Logger LOG = LoggerFactory.getLogger(JarThreads.class);
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** How long a call waits for a free thread. */
  private static final Duration FREE = Duration.ofSeconds(1);

  /** Methods that are called in attempts, where one slow address must not cost the others. */
  private static final Set<String> OF_ATTEMPTS = Set.of("deliver", "update", "find");

  private final JarStrikes.Jar jar;
  private final String origin;
  private final ClassLoader loader;
  private final JarStrikes strikes;
  private final CallLimits limits;
  private final JarStrikes.CallCount count;
  private final JarLog log;
  private final Semaphore free = new Semaphore(MOST, true);
  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<JarCall<?>> running = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads;
  private volatile Late late = new Late("", System.nanoTime());
  private @Nullable Long struckNanos;

  /** A call that was late, for which the jar is held until a moment. */
  private record Late(String sentence, long untilNanos) {}

  /** A thread of a jar. */
  private static final class JarThread extends Thread {

    private final JarThreads owner;

    JarThread(JarThreads owner, Runnable body) {
      super(null, body, owner.nextName(), 0, false);
      this.owner = owner;
      setDaemon(true);
    }
  }

  /**
   * @param origin the file or folder, for people
   */
  JarThreads(
      JarStrikes.Jar jar,
      String origin,
      ClassLoader loader,
      JarStrikes strikes,
      CallLimits limits) {
    this.jar = jar;
    this.origin = origin;
    this.loader = loader;
    this.strikes = strikes;
    this.limits = limits;
    this.count = strikes.opens(jar, String.valueOf(loader.getName()), this::leave);
    this.log = new JarLog(origin, strikes.log(jar));
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // Bounded by the permits.
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            body -> new JarThread(this, body));
  }

  private String nextName() {
    return "jar " + jar.name() + " " + numbers.incrementAndGet();
  }

  /** The types of adapters it has. */
  void offers(List<String> types) {
    strikes.offers(jar, types);
  }

  /**
   * Runs foreign code and waits for it.
   *
   * @param what class and method
   * @param concealed texts that no log may show
   * @throws AdapterFailure when it throws or is late, or when nothing is given to the jar now
   */
  <T> T call(String what, List<String> concealed, Foreign<T> action) {
    JarCall<T> call =
        new JarCall<>(what, action, loader, thrown -> failed(what, concealed, thrown));
    if (Thread.currentThread() instanceof JarThread thread && thread.owner == this) {
      call.act();
      return call.result();
    }
    start(call);
    boolean interrupted = false;
    try {
      if (!call.await(limits.of(call.method()))) {
        giveUp(call, false);
      }
    } catch (InterruptedException e) {
      interrupted = true;
      giveUp(call, true);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return call.result();
  }

  private AdapterFailure failed(String what, List<String> concealed, Throwable thrown) {
    AdapterFailure.Thrown told = AdapterFailure.Thrown.of(thrown, loader);
    log.threw(what, concealed, told);
    return new AdapterFailure(
        origin, what + " failed with " + told.sentence(), log.where(), told.text());
  }

  private void start(JarCall<?> call) {
    hold()
        .ifPresent(why -> {
          throw notCalled(why);
        });
    try {
      if (!free.tryAcquire(FREE.toNanos(), TimeUnit.NANOSECONDS)) {
        throw notCalled(origin + ": all " + MOST + " threads of the jar are busy.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notCalled(origin + ": the wait for a thread of the jar was interrupted.");
    }
    running.add(call);
    count();
    try {
      threads.execute(() -> run(call));
    } catch (RuntimeException | OutOfMemoryError e) {
      ended(call);
      throw notCalled(origin + ": no thread could be started for the jar: " + e);
    }
  }

  private static AdapterFailure notCalled(String why) {
    return new AdapterFailure(why);
  }

  private void run(JarCall<?> call) {
    try {
      call.run();
    } finally {
      ended(call);
      if (call.stuck()) {
        LOG.warn("{}: {} has ended after all.", origin, call.what());
      }
    }
  }

  private void ended(JarCall<?> call) {
    running.remove(call);
    count();
    free.release();
  }

  private synchronized void count() {
    count.set(running.size());
  }

  /** The limit has come, or the caller was interrupted. */
  private void giveUp(JarCall<?> call, boolean interrupted) {
    boolean ofAttempt = OF_ATTEMPTS.contains(call.method());
    call.interrupt();
    boolean returned = call.awaitQuietly(limits.grace());
    if (!returned) {
      stuck(call);
    }
    if (ofAttempt && (interrupted || returned)) {
      // The attempt's alarm settles it; until this returns, its thread counts as hung.
      call.awaitQuietly(null);
    } else if (!interrupted) {
      throw late(call, ofAttempt);
    } else if (!returned) {
      throw failure(call, "ignores its interruption");
    }
  }

  private AdapterFailure failure(JarCall<?> call, String how) {
    return new AdapterFailure(origin, call.what() + " " + how, log.where(), "");
  }

  private AdapterFailure late(JarCall<?> call, boolean ofAttempt) {
    String how = "did not return within " + limits.of(call.method()).toMillis() + " ms";
    AdapterFailure failure = failure(call, how);
    if (!ofAttempt && !call.method().equals("close")) {
      String sentence =
          failure.getMessage()
              + " What is for its channels waits; it is tried again after "
              + limits.hold().toSeconds()
              + " s. Mend the adapter, or take its jar away.";
      late = new Late(sentence, System.nanoTime() + limits.hold().toNanos());
      LOG.warn("{}", sentence);
    }
    return failure;
  }

  /** A call ignores its interruption: says so, and finds out whether it computes. */
  private void stuck(JarCall<?> call) {
    Thread thread = call.thread();
    if (thread == null) {
      return;
    }
    call.markStuck();
    log.hangs(call.what(), List.of(thread.getStackTrace()), hanging(), MOST);
    if (call.computes(thread, limits.watch(), running.size())) {
      call.markSpinning();
      strike(call);
    }
  }

  private long hanging() {
    return running.stream().filter(JarCall::stuck).count();
  }

  /** Calls that began before the last strike are of the same incident. */
  private synchronized void strike(JarCall<?> call) {
    Long last = struckNanos;
    if (last == null || call.startedNanos() - last > 0) {
      struckNanos = System.nanoTime();
      strikes.strike(jar, JarStrikes.Offence.SPIN);
    }
  }

  /** A thread of the jar is ending the process: nobody waits for it any more. */
  private void leave(Thread thread) {
    running.stream()
        .filter(call -> thread.equals(call.thread()))
        .forEach(call -> call.abandon(failure(call, "ends the program")));
  }

  /** Why nothing is given to the jar now, for people; empty while it may be called. */
  Optional<String> hold() {
    Optional<String> aside = strikes.setAside(jar);
    if (aside.isPresent()) {
      return Optional.of(origin + ": " + aside.get());
    }
    Optional<JarCall<?>> spinning = running.stream().filter(JarCall::spins).findFirst();
    if (spinning.isPresent()) {
      return Optional.of(
          "%s: %s computes since %s and ignores its interruption. What is for its channels waits."
                  .formatted(origin, spinning.get().what(), spinning.get().startedAt())
              + " Only a restart ends it; the second time the jar is set aside. Mend the adapter,"
              + " then restart the gateway."
              + log.where());
    }
    if (hanging() >= MOST) {
      return Optional.of(
          origin
              + ": all "
              + MOST
              + " threads of the jar hang. What is for its channels waits until one returns. Where"
              + " none does: mend the adapter, restart the gateway."
              + log.where());
    }
    Late held = late;
    return held.untilNanos() - System.nanoTime() > 0
        ? Optional.of(held.sentence())
        : Optional.empty();
  }
}
