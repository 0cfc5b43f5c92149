package org.messgateway.gateway.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;

/**
 * Sends views of threads. A view of a large thread is made in turn and sent from the disk, so that
 * clients that read slowly hold no memory. Safe for all threads.
 */
public final class LargeViews {

  private final LargeWork large;
  private final Path folder;
  private final FairBudget files = FairBudget.ofHeap(8, 2);

  /**
   * @param folder for views that are being sent; the gateway deletes what lies there at its start
   */
  public LargeViews(LargeWork large, Path folder) {
    this.large = large;
    this.folder = folder;
  }

  /**
   * Makes a view and sends it.
   *
   * @param caller who reads; has one turn at a time
   * @param memory bytes that the thread takes
   * @param view reads the thread and makes what is sent
   * @throws ProblemException 503 when others are reading large threads all the time
   */
  public void send(ServerResponse response, String caller, long memory, Callable<byte[]> view) {
    try {
      if (memory <= LargeWork.SMALL_MEMORY) {
        response.send(view.call());
      } else {
        sendFromDisk(response, spooled(caller, memory, view));
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("A view could not be sent", e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Path spooled(String caller, long memory, Callable<byte[]> view) throws Exception {
    try (FairBudget.Share _ =
        large.hold(caller, memory, LargeWork.PATIENCE).orElseThrow(LargeViews::notNow)) {
      byte[] made = view.call();
      Files.createDirectories(folder);
      return Files.write(Files.createTempFile(folder, "view-", ""), made);
    }
  }

  /**
   * To be held while a file is sent that may stand in a thread's text, and so is in memory.
   *
   * @param memory bytes that the thread takes
   * @throws ProblemException 503 when others have all there is all the time
   */
  FairBudget.Share fileOf(String caller, long memory) {
    if (memory <= LargeWork.SMALL_MEMORY) {
      return () -> {};
    }
    try {
      return files.take(caller, memory, LargeWork.PATIENCE).orElseThrow(LargeViews::notNow);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notNow();
    }
  }

  private static ProblemException notNow() {
    return new ProblemException(
            503, "Not now", "This task is large, and other large tasks are being read.")
        .typed("urn:mess:not-now")
        .retryAfter(Duration.ofSeconds(5));
  }

  private static void sendFromDisk(ServerResponse response, Path file) throws IOException {
    try {
      response.header(HeaderNames.CONTENT_LENGTH, Long.toString(Files.size(file)));
      try (OutputStream out = response.outputStream()) {
        Files.copy(file, out);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
