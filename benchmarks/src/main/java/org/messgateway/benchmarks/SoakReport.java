package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The minutes of a soak, and whether anything grew: the medians of the calm minutes in the last
 * third beside those in the first, after a tenth of the time for warming up.
 *
 * @param lost healthy deliveries that never came
 */
record SoakReport(MachineDescription machine, int perSecond, List<SoakMinute> minutes, int lost) {

  private static final double GROWS = 1.25;

  private record Trend(String what, double first, double last, double slack) {

    boolean flat() {
      return last <= first * GROWS + slack;
    }

    @Override
    public String toString() {
      return "%-12s %9.2f -> %9.2f  %s".formatted(what, first, last, flat() ? "flat" : "GROWS");
    }
  }

  private List<Trend> trends() {
    int cold = Math.min(Math.ceilDiv(minutes.size(), 10), minutes.size() - 1);
    List<SoakMinute> warm = minutes.subList(cold, minutes.size());
    int third = Math.ceilDiv(warm.size(), 3);
    List<SoakMinute> first = calm(warm.subList(0, third));
    List<SoakMinute> last = calm(warm.subList(warm.size() - third, warm.size()));
    List<Trend> trends = new ArrayList<>();
    trend(trends, "heap MB", 4, first, last, minute -> minute.heap() / 1e6);
    trend(trends, "resident MB", 16, first, last, minute -> minute.resident() / 1e6);
    trend(trends, "descriptors", 16, first, last, SoakMinute::descriptors);
    trend(trends, "threads", 4, first, last, SoakMinute::threads);
    trend(trends, "p50 ms", 1, first, last, minute -> minute.arrivals().first().p50());
    trend(trends, "p99 ms", 5, first, last, minute -> minute.arrivals().first().p99());
    return trends;
  }

  private static List<SoakMinute> calm(List<SoakMinute> minutes) {
    List<SoakMinute> calm = minutes.stream().filter(SoakMinute::calm).toList();
    return calm.isEmpty() ? minutes : calm;
  }

  private static void trend(
      List<Trend> trends,
      String what,
      double slack,
      List<SoakMinute> first,
      List<SoakMinute> last,
      ToDoubleFunction<SoakMinute> value) {
    trends.add(new Trend(what, median(first, value), median(last, value), slack));
  }

  private static double median(List<SoakMinute> minutes, ToDoubleFunction<SoakMinute> value) {
    double[] sorted = minutes.stream().mapToDouble(value).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private int again() {
    return minutes.stream().mapToInt(minute -> minute.arrivals().again()).sum();
  }

  /** Whether nothing was lost, nothing came twice and nothing grew. */
  boolean held() {
    return lost == 0 && again() == 0 && trends().stream().allMatch(Trend::flat);
  }

  String text() {
    return machine
        + "\n%d threads per second, 30 of 100 destinations sick\n\n".formatted(perSecond)
        + SoakMinute.head()
        + "\n"
        + lines(minutes)
        + "\n\nmedian of calm minutes, first third -> last third\n"
        + lines(trends())
        + "\nlost %d, twice %d\n".formatted(lost, again());
  }

  private static String lines(List<?> lines) {
    return lines.stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  /** Writes {@code soak.txt}. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("soak.txt"), text());
  }
}
