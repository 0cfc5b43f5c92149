package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the processor time of a gateway went, by JFR's samples of CPU time (JEP 509, Linux): one
 * for each {@link #PERIOD} of every Java thread; and of Java's own threads by what the system keeps
 * of them. What neither accounts for is the recorder, and samples that could not be taken.
 *
 * @param all of the process, the system's share included
 * @param own what Java spent on itself
 * @param deliveries that were made
 * @param samples by part
 */
record ProcessorTime(
    MachineDescription machine,
    Duration all,
    JvmOverhead own,
    int deliveries,
    Map<ProfileCategory, Integer> samples) {

  private static final Duration PERIOD = Duration.ofMillis(10);
  private static final String EVENT = "jdk.CPUTimeSample";

  ProcessorTime {
    samples = Map.copyOf(samples);
  }

  /** What the gateway's Java is to be given so that it writes a recording when it ends. */
  static String options(Path recording) {
    return "-XX:StartFlightRecording=filename=%s,settings=default,%s#enabled=true,%s#throttle=%dms"
        .formatted(recording, EVENT, EVENT, PERIOD.toMillis());
  }

  /**
   * @throws IOException when there is no recording, or no sample in it
   */
  static ProcessorTime of(Path recording, Duration all, JvmOverhead own, int deliveries)
      throws IOException {
    Map<ProfileCategory, Integer> samples = new EnumMap<>(ProfileCategory.class);
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          samples.merge(part(event), 1, Integer::sum);
        }
      }
    }
    if (samples.isEmpty()) {
      throw new IOException(recording + " holds no sample: this Java takes none on this system");
    }
    return new ProcessorTime(MachineDescription.now(), all, own, deliveries, samples);
  }

  private static ProfileCategory part(RecordedEvent event) {
    return event.getStackTrace() == null
        ? ProfileCategory.OTHER
        : ProfileCategory.of(event.getStackTrace().getFrames());
  }

  private double micros(Duration time) {
    return time.toNanos() / 1000.0 / deliveries;
  }

  private Duration sampled() {
    return PERIOD.multipliedBy(samples.values().stream().mapToInt(Integer::intValue).sum());
  }

  String text() {
    List<Map.Entry<ProfileCategory, Integer>> parts =
        samples.entrySet().stream()
            .sorted(Map.Entry.<ProfileCategory, Integer>comparingByValue(Comparator.reverseOrder()))
            .toList();
    return machine
        + "\n%d deliveries in a fresh process, history included; us of processor time each\n\n"
            .formatted(deliveries)
        + line("Java's compilers", own.compilers())
        + line("Java's collector of memory", own.collector())
        + parts.stream()
            .map(part -> line(part.getKey().words(), PERIOD.multipliedBy(part.getValue())))
            .collect(Collectors.joining())
        + line("not accounted for, the recorder included", all.minus(sampled()).minus(own.all()))
        + line("in all", all);
  }

  private String line(String what, Duration time) {
    double share = 100.0 * time.toNanos() / all.toNanos();
    return "%-45s %7.0f us %5.1f %%\n".formatted(what, micros(time), share);
  }

  /** Writes {@code profile.txt}. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("profile.txt"), text());
  }
}
