package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;

/** Reads threads with a long scalar from the disk, whole and the envelope alone; medians. */
final class LongScalarLoop {

  private static final int MB = 1_000_000;

  private LongScalarLoop() {}

  /**
   * @param args folder, rounds that are measured
   */
  static void main(String[] args) throws IOException, ThreadFormatException {
    Path root = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    ExchangeDirectory directory = ExchangeDirectory.open(root, ExchangeDirectory.Access.WRITE);
    for (int size : List.of(1, 4, 8)) {
      ThreadLocation location = write(root, size);
      MeasuredLoop.say("read" + size, whole(location.in(root), rounds));
    }
    try (Exchange exchange =
        new Exchange(directory, ExchangeLimits.DEFAULT, InstantSource.system(), System::nanoTime)) {
      MeasuredLoop.say("envelope", envelope(exchange, write(root, 8), rounds * 10));
    }
    MeasuredLoop.done();
  }

  private static ThreadLocation write(Path root, int megabytes) throws IOException {
    Ref ref = new Ref("2026-11-20-long-" + megabytes);
    ThreadLocation location =
        new ThreadLocation(StateFolder.written(ThreadFolder.RECEIVED), ref, ThreadLayout.FLAT);
    String uri = "data:image/png;base64," + "iVBORw0KGgoAAAAN".repeat(megabytes * MB / 16);
    String text =
        new String(BenchmarkThreads.text(ref.value()), UTF_8)
            .replace(
                "- Somebody comes home at about six", "- " + uri + "\n              - Somebody");
    Files.writeString(location.in(root), text);
    return location;
  }

  private static double whole(Path file, int rounds) throws IOException, ThreadFormatException {
    double[] millis = new double[2 * rounds];
    for (int i = 0; i < millis.length; i++) {
      long began = System.nanoTime();
      ParsedThread parsed =
          ThreadReader.read(
              "long", List.of(new ThreadFile(file.toString(), Files.readAllBytes(file))));
      millis[i] = (System.nanoTime() - began) / 1e6;
      if (parsed.thread().messages().size() != 1) {
        throw new IllegalStateException("It has one message");
      }
    }
    return median(millis);
  }

  private static double envelope(Exchange exchange, ThreadLocation location, int rounds)
      throws IOException, ThreadFormatException {
    double[] millis = new double[2 * rounds];
    for (int i = 0; i < millis.length; i++) {
      long began = System.nanoTime();
      String intent = exchange.envelopes().load(location).intent();
      millis[i] = (System.nanoTime() - began) / 1e6;
      if (intent == null) {
        throw new IllegalStateException("It has an intent");
      }
    }
    return median(millis);
  }

  /** Of the second half: the first warms up. */
  private static double median(double[] values) {
    double[] half = Arrays.copyOfRange(values, values.length / 2, values.length);
    Arrays.sort(half);
    return half[half.length / 2];
  }
}
