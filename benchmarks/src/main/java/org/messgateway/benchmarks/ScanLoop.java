package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.watch.ExchangeWatcher;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads a whole exchange on two threads, as the gateway does or with nothing but a parser. */
final class ScanLoop {

  private static final int THREADS = 2;
  private static final long LIMIT_SECONDS = 600;

  private ScanLoop() {}

  /**
   * @param args the exchange, {@code ours} or {@code bare}, how many threads lie there
   */
  static void main(String[] args) throws IOException, InterruptedException {
    Path root = Path.of(args[0]);
    int count = Integer.parseInt(args[2]);
    if (args[1].equals("ours")) {
      MeasuredLoop.say("seconds", ours(root, count));
    } else {
      MeasuredLoop.say("whole", bare(root, count, Integer.MAX_VALUE));
      MeasuredLoop.say("first", bare(root, count, 1));
    }
    MeasuredLoop.done();
  }

  private static double ours(Path root, int count) throws IOException, InterruptedException {
    ExchangeDirectory directory = ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE);
    CountDownLatch left = new CountDownLatch(count);
    Set<Ref> read = ConcurrentHashMap.newKeySet();
    long began = System.nanoTime();
    try (Exchange exchange =
            new Exchange(
                directory, ExchangeLimits.DEFAULT, InstantSource.system(), System::nanoTime);
        ExecutorService readers = Executors.newFixedThreadPool(THREADS);
        ExchangeWatcher watcher =
            exchange.watcher(refs ->
                refs.forEach(ref -> readers.execute(() -> read(exchange, ref, read, left))))) {
      watcher.start();
      finish(left);
    }
    return (System.nanoTime() - began) / 1e9;
  }

  private static void read(Exchange exchange, Ref ref, Set<Ref> read, CountDownLatch left) {
    if (!(exchange.loader().load(ref) instanceof ThreadReadResult.Complete)) {
      System.err.println(ref + " is not whole");
    } else if (read.add(ref)) {
      left.countDown();
    }
  }

  /** The JVM is a fresh one at first and warm the second time: the harder one to beat is last. */
  private static double bare(Path root, int count, int documents)
      throws IOException, InterruptedException {
    CountDownLatch left = new CountDownLatch(count);
    AtomicInteger next = new AtomicInteger();
    long began = System.nanoTime();
    List<Path> files = list(root.resolve("state=received"));
    try (ExecutorService readers = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        readers.execute(() -> {
          for (int at = next.getAndIncrement(); at < files.size(); at = next.getAndIncrement()) {
            parse(files.get(at), documents);
            left.countDown();
          }
        });
      }
      finish(left);
    }
    return (System.nanoTime() - began) / 1e9;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void parse(Path file, int documents) {
    try {
      Load load = new Load(LoadSettings.builder().build());
      Iterator<Object> all = load.loadAllFromString(Files.readString(file)).iterator();
      for (int i = 0; i < documents && all.hasNext(); i++) {
        all.next();
      }
    } catch (IOException e) {
      System.err.println(file + " cannot be read: " + e);
    }
  }

  private static void finish(CountDownLatch left) throws InterruptedException {
    if (!left.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(left.getCount() + " threads were not read");
    }
  }
}
