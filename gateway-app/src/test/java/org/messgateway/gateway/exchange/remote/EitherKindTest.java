package org.messgateway.gateway.exchange.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.reconcile.DeadlineExpiry;

/** What every kind of exchange owes whoever writes into it: a folder and a server alike. */
class EitherKindTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final NewThread TASK =
      ref ->
          MessageWriter.thread(
              ref.value(), NewRequest.of("claude", "http", "water the plants"), NOW);

  @TempDir private Path folder;

  /** One kind, opened. */
  private interface Kind extends AutoCloseable {
    ThreadWriter writer();

    @Override
    void close();
  }

  @FunctionalInterface
  private interface Claim {
    void hold(ThreadWriter writer) throws Exception;
  }

  private Stream<DynamicTest> both(Claim claim) {
    Map<String, Function<Path, Kind>> kinds =
        Map.of("folder", EitherKindTest::local, "server", EitherKindTest::remote);
    return kinds.entrySet().stream()
        .map(kind ->
            DynamicTest.dynamicTest(
                kind.getKey(),
                () -> {
                  Path own = Files.createTempDirectory(folder, "kind");
                  try (Kind opened = kind.getValue().apply(own)) {
                    claim.hold(opened.writer());
                  }
                }));
  }

  private static Kind local(Path folder) {
    try {
      Exchange exchange =
          new Exchange(
              ExchangeDirectory.open(folder, ExchangeDirectory.Access.WRITE),
              ExchangeLimits.DEFAULT,
              InstantSource.system(),
              System::nanoTime);
      return new Kind() {
        @Override
        public ThreadWriter writer() {
          return exchange.writer();
        }

        @Override
        public void close() {
          exchange.close();
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Kind remote(Path folder) {
    RemoteScene scene = new RemoteScene(folder);
    return new Kind() {
      @Override
      public ThreadWriter writer() {
        return scene.writer();
      }

      @Override
      public void close() {
        scene.close();
      }
    };
  }

  @TestFactory
  Stream<DynamicTest> aNewTaskIsReadAsItWasWritten() {
    return both(writer -> {
      MessThread thread = writer.read(writer.create(TASK)).thread();
      assertEquals("water the plants", thread.intent());
      assertEquals("claude", thread.envelope().requestor());
      assertEquals(ThreadStatus.PENDING, thread.envelope().status());
    });
  }

  @TestFactory
  Stream<DynamicTest> eachTaskGetsARefOfItsOwn() {
    return both(writer -> assertNotEquals(writer.create(TASK), writer.create(TASK)));
  }

  @TestFactory
  Stream<DynamicTest> aTaskThatIsNotThereIsAbsent() {
    return both(writer -> {
      ExchangeWriteException absent =
          assertThrows(ExchangeWriteException.class, () -> writer.read(new Ref("nowhere")));
      assertEquals(ExchangeWriteException.Reason.ABSENT, absent.reason());
    });
  }

  @TestFactory
  Stream<DynamicTest> whatIsSaidStandsInItsThreadWithWhatItChanges() {
    return both(writer -> {
      Ref ref = writer.create(TASK);
      ThreadAddition claim = RemoteScene.says(ref.value(), "ana", ThreadStatus.CLAIMED);
      MessThread after = writer.write(ref, _ -> claim).thread();
      assertEquals("ana", after.messages().getLast().from());
      assertEquals("ana", after.envelope().executor());
      assertEquals(ThreadStatus.CLAIMED, after.envelope().status());
      assertEquals("claimed", after.envelope().history().getLast().action());
    });
  }

  @TestFactory
  Stream<DynamicTest> anAuthorWhoFindsNothingToAddChangesNothing() {
    return both(writer -> {
      Ref ref = writer.create(TASK);
      MessThread before = writer.read(ref).thread();
      assertEquals(before, writer.write(ref, _ -> null).thread());
    });
  }

  @TestFactory
  Stream<DynamicTest> historyIsAppendedOnce() {
    return both(writer -> {
      Ref ref = writer.create(TASK);
      HistoryEntry entry = new HistoryEntry("dispatched", NOW, "exchange", "told ana");
      writer.appendHistory(ref, List.of(entry));
      writer.appendHistory(ref, List.of(entry));
      List<HistoryEntry> history = writer.read(ref).thread().envelope().history();
      assertEquals(1, history.stream().filter(entry::equals).count());
    });
  }

  @TestFactory
  Stream<DynamicTest> aTaskExpiresInTheExchangesName() {
    return both(writer -> {
      Ref ref = writer.create(TASK);
      DeadlineExpiry expiry = new DeadlineExpiry(writer, InstantSource.system());
      MessThread after = expiry.expire(ref, NOW).thread();
      assertEquals(ThreadStatus.EXPIRED, after.envelope().status());
      assertEquals("exchange", after.messages().getLast().from());
      assertEquals(after, expiry.expire(ref, NOW).thread(), "once");
    });
  }

  @TestFactory
  Stream<DynamicTest> whatManySayAtOnceAllStandsThere() {
    return both(writer -> {
      Ref ref = writer.create(TASK);
      int before = writer.read(ref).thread().messages().size();
      try (ExecutorService speakers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 8; i++) {
          ThreadAddition said =
              RemoteScene.says(ref.value(), "robot-" + i, ThreadStatus.IN_PROGRESS);
          ThreadAddition only = new ThreadAddition(said.message(), EnvelopeEdit.NOTHING);
          speakers.execute(() -> write(writer, ref, only));
        }
      }
      assertEquals(before + 8, writer.read(ref).thread().messages().size());
    });
  }

  private static void write(ThreadWriter writer, Ref ref, ThreadAddition said) {
    try {
      LoadedThread _ = writer.write(ref, _ -> said);
    } catch (ExchangeWriteException e) {
      throw new UncheckedIOException(e);
    }
  }
}
