package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A load held for a long time with faults on: 30 of 100 destinations are sick all the time, every
 * fifth minute the sink is away for 20 seconds, and some threads cannot be read.
 */
final class SoakRun {

  private static final int AWAY_EVERY = 5;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration AWAY = Duration.ofSeconds(20);
  private static final Duration LAST = Duration.ofSeconds(90);

  private final BenchmarkEnvironment environment;
  private final int minutes;
  private final int perSecond;

  SoakRun(BenchmarkEnvironment environment, int minutes, int perSecond) {
    this.environment = environment;
    this.minutes = minutes;
    this.perSecond = perSecond;
  }

  SoakReport run() throws IOException, InterruptedException {
    MachineDescription machine = MachineDescription.now();
    try (SinkProcess sink = new SinkProcess(environment);
        Socket nobody = new Socket()) {
      // A port that is taken, but at which nobody listens.
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      BenchmarkHome home = new BenchmarkHome(environment.folder("soak"));
      SickHousehold.configure(home, sink, "http://127.0.0.1:" + nobody.getLocalPort());
      SoakLoad load = new SoakLoad(home.threads(), perSecond);
      try (MeasuredGateway gateway = new MeasuredGateway(environment, home)) {
        List<SoakMinute> all = minutes(sink, load, gateway);
        int lost = last(sink, load);
        return new SoakReport(machine, perSecond, all, lost);
      }
    }
  }

  private List<SoakMinute> minutes(SinkProcess sink, SoakLoad load, MeasuredGateway gateway)
      throws IOException, InterruptedException {
    List<SoakMinute> all = new ArrayList<>();
    System.err.println(SoakMinute.head());
    for (int number = 1; number <= minutes; number++) {
      boolean away = number % AWAY_EVERY == 0;
      if (away) {
        sink.busy(Duration.ofSeconds(1));
        load.run(AWAY);
        sink.open();
      }
      load.run(away ? MINUTE.minus(AWAY) : MINUTE);
      boolean calm = !away && (number == 1 || (number - 1) % AWAY_EVERY != 0);
      SoakMinute minute =
          SoakMinute.of(number, calm, load.arrived(sink.take()), load.expected(), gateway);
      all.add(minute);
      System.err.println(minute);
    }
    return all;
  }

  /** How many never come. */
  private static int last(SinkProcess sink, SoakLoad load)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + LAST.toNanos();
    while (load.expected() > 0 && System.nanoTime() - end < 0) {
      PreciseDelay.of(Duration.ofSeconds(1));
      load.arrived(sink.take());
    }
    return load.expected();
  }
}
