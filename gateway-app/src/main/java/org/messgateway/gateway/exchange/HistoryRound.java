package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.Replacement.Prepared;
import org.messgateway.gateway.exchange.Replacement.Report;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * History of many threads of a directory, written at once: all temporary files, one flush, all
 * renames, one flush of each folder. A thread is locked only while its file gets its name; where
 * somebody was faster it is written by itself, as ever. For one use, by one thread.
 */
final class HistoryRound {

  private static final Logger log = LoggerFactory.getLogger(HistoryRound.class);

  private final LocalWriter writer;
  private final CopyWriter copies;
  private final Replacement replacement;
  private final OwnFiles own;
  private final ThreadLocks locks;
  private final HistoryWish.Outcome outcome;

  /** Those whose temporary files are still there. */
  private final Deque<Step> prepared = new ArrayDeque<>();

  private boolean refused;

  /** A wish half fulfilled. */
  private record Step(HistoryWish wish, Prepared file) {}

  HistoryRound(
      LocalWriter writer,
      CopyWriter copies,
      Replacement replacement,
      OwnFiles own,
      ThreadLocks locks,
      HistoryWish.Outcome outcome) {
    this.writer = writer;
    this.copies = copies;
    this.replacement = replacement;
    this.own = own;
    this.locks = locks;
    this.outcome = outcome;
  }

  void write(List<HistoryWish> wishes) {
    try {
      for (HistoryWish wish : wishes) {
        attempt(wish, () -> prepare(wish));
      }
      if (flushed()) {
        place();
      }
    } finally {
      prepared.forEach(this::cleanUp);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private void attempt(HistoryWish wish, Work work) {
    if (!refused) {
      try {
        work.run();
      } catch (IOException e) {
        failed(wish, e);
      } catch (RuntimeException e) {
        failed(wish, ExchangeWriteException.mistake(wish.ref(), e));
      }
    }
  }

  private void failed(HistoryWish wish, IOException e) {
    refused |= !outcome.failed(wish.ref(), writer.refusal(wish.ref(), e));
  }

  private void prepare(HistoryWish wish) throws IOException {
    LoadedThread thread = wish.read() == null ? writer.read(wish.ref()) : wish.read();
    List<HistoryEntry> missing =
        LocalWriter.missing(thread, wish.lacking().apply(thread.thread().envelope().history()));
    if (missing.isEmpty() && copies.stands(thread)) {
      outcome.written(wish.ref());
      return;
    }
    Optional<Prepared> file =
        missing.isEmpty() ? Optional.empty() : copies.prepare(thread, missing);
    if (file.isPresent()) {
      prepared.add(new Step(wish, file.get()));
    } else {
      byItself(wish);
    }
  }

  private void byItself(HistoryWish wish) throws IOException {
    writer.appendHistory(wish.ref(), wish.lacking());
    outcome.written(wish.ref());
  }

  private boolean flushed() {
    try {
      own.flushContents(prepared.stream().map(step -> step.file().temporary()).toList());
      return true;
    } catch (IOException e) {
      prepared.forEach(step -> attempt(step.wish(), () -> failed(step.wish(), e)));
      return false;
    }
  }

  private void place() {
    List<Step> placed = new ArrayList<>();
    while (!refused && !prepared.isEmpty()) {
      Step step = prepared.getFirst();
      attempt(step.wish(), () -> place(step, placed));
      cleanUp(prepared.removeFirst());
    }
    try {
      own.flushFoldersOf(placed.stream().map(step -> step.file().path()).toList());
      placed.forEach(step -> outcome.written(step.wish().ref()));
    } catch (IOException e) {
      placed.forEach(step -> attempt(step.wish(), () -> failed(step.wish(), e)));
    }
  }

  private void place(Step step, List<Step> placed) throws IOException {
    if (locks.under(step.wish().ref(), () -> placed(step.file()))) {
      placed.add(step);
    } else {
      byItself(step.wish());
    }
  }

  private boolean placed(Prepared file) throws IOException {
    try {
      return replacement.place(file, Report.SILENT);
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return false;
    }
  }

  /** What is left of it, if anything. */
  private void cleanUp(Step step) {
    Path temporary = step.file().temporary();
    try {
      own.delete(temporary);
    } catch (IOException e) {
      log.debug("{} is removed later: {}", temporary, e.toString());
    }
  }
}
