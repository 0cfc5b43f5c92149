package org.messgateway.gateway.http.body;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

final class UploadSpoolTest {

  private static final int CARRIERS = Runtime.getRuntime().availableProcessors();
  private static final int SENDERS_EACH = 4;
  private static final int BEGINNING = 1 << 20;
  private static final int LONGEST = 16 << 20;

  /** Has the next bytes at once, until somebody else had a turn. */
  private static final class QuickSender extends InputStream {

    private final CountDownLatch go;
    private final CountDownLatch begun;
    private final CountDownLatch turn;
    private int sent;

    QuickSender(CountDownLatch go, CountDownLatch begun, CountDownLatch turn) {
      this.go = go;
      this.begun = begun;
      this.turn = turn;
    }

    @Override
    public int read() {
      throw new IllegalStateException("read by the byte");
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
      if (sent == 0) {
        await(go);
      }
      if (sent >= LONGEST || turn.getCount() == 0) {
        return -1;
      }
      sent += length;
      if (sent == BEGINNING) {
        begun.countDown();
      }
      return length;
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IOException("it took too long");
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /**
   * Each carrier has some to go on with: a virtual thread that wakes them leaves them there. They
   * do not always stay there, so each round finds a mistake by chance.
   */
  @RepeatedTest(10)
  void quickSendersLetTheTurnComeToWhomAPlatformThreadWakes(@TempDir Path folder) throws Exception {
    CountDownLatch all = new CountDownLatch(CARRIERS);
    CountDownLatch begun = new CountDownLatch(CARRIERS * SENDERS_EACH);
    CountDownLatch turn = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> received = new ArrayList<>();
      for (int carrier = 0; carrier < CARRIERS; carrier++) {
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < SENDERS_EACH; i++) {
          received.add(threads.submit(() -> receive(folder, new QuickSender(go, begun, turn))));
        }
        threads.execute(() -> {
          all.countDown();
          while (all.getCount() > 0) {
            Thread.onSpinWait();
          }
          go.countDown();
        });
      }
      await(begun);

      Thread.startVirtualThread(turn::countDown);

      long bytes = 0;
      for (Future<Long> each : received) {
        bytes += each.get(60, TimeUnit.SECONDS);
      }
      assertTrue(bytes < (long) CARRIERS * SENDERS_EACH * LONGEST, "it came behind all bytes");
    }
  }

  private static long receive(Path folder, QuickSender sender) throws Exception {
    try (UploadSpool spool = new UploadSpool(folder)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Files.size(spool.receive(sender, LONGEST, digest));
    }
  }
}
