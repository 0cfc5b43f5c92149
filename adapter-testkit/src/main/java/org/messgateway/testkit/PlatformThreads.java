package org.messgateway.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;

/** The platform threads of this process that application code started. */
final class PlatformThreads {

  /** Carriers of virtual threads and helpers of the JDK, which no adapter can end. */
  private static final Set<String> OF_THE_JDK =
      Set.of("CarrierThreads", "InnocuousThreadGroup", "system");

  private final Set<Thread> before;

  private PlatformThreads(Set<Thread> before) {
    this.before = before;
  }

  /** The current platform threads. */
  static PlatformThreads now() {
    return new PlatformThreads(threads());
  }

  /** The names of threads that started since, without those of shared libraries. */
  List<String> startedSince(Collection<String> sharedNamePrefixes) {
    return threads().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> sharedNamePrefixes.stream().noneMatch(name::startsWith))
        .sorted()
        .toList();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(PlatformThreads::ownedBySomeone)
        .collect(Collectors.toSet());
  }

  private static boolean ownedBySomeone(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && !OF_THE_JDK.contains(group.getName()) && !inTheCommonPool(thread);
  }

  /** The JDK starts threads of the common pool for timers at any time and ends them itself. */
  private static boolean inTheCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && ForkJoinPool.commonPool().equals(worker.getPool());
  }
}
