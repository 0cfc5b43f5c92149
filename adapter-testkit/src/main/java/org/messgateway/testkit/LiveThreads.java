package org.messgateway.testkit;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;

/** The platform threads of this process that somebody's code has started. */
final class LiveThreads {

  /** Carriers of virtual threads and the JDK's own helpers: nobody's to end. */
  private static final Set<String> OF_THE_JDK =
      Set.of("CarrierThreads", "InnocuousThreadGroup", "system");

  private final Set<Thread> before;

  private LiveThreads(Set<Thread> before) {
    this.before = before;
  }

  /** Remembers which are there now. */
  static LiveThreads now() {
    return new LiveThreads(threads());
  }

  /** The names of those that have come since, but for those of whole libraries. */
  List<String> comeSince(Collection<String> sharedNamePrefixes) {
    return threads().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> sharedNamePrefixes.stream().noneMatch(name::startsWith))
        .sorted()
        .toList();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(LiveThreads::somebodys)
        .collect(Collectors.toSet());
  }

  private static boolean somebodys(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null && !OF_THE_JDK.contains(group.getName()) && !inTheCommonPool(thread);
  }

  /** The JDK starts these for anybody's timers, also late, and ends them by itself. */
  private static boolean inTheCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread worker
        && ForkJoinPool.commonPool().equals(worker.getPool());
  }
}
