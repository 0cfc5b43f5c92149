package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.write.FileReplacement.Prepared;
import org.messgateway.gateway.exchange.write.FileReplacement.Report;
import org.messgateway.gateway.home.BackgroundLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * History of many threads of a directory in one batch: all temporary files, one flush, all renames,
 * one flush of each folder. Threads are locked only during their renames, some at once; where
 * another program wrote first, or writes now, history is written individually. For one use by one
 * thread.
 */
final class BatchHistoryWriter {

  private static final Logger log = LoggerFactory.getLogger(BatchHistoryWriter.class);

  /** Threads whose locks are held at once: some milliseconds of renames. */
  private static final int LOCKED_AT_ONCE = 32;

  private final LocalWriter writer;
  private final ThreadCopyWriter copies;
  private final FileReplacement replacement;
  private final DiskFlush disk;
  private final ThreadLocks locks;
  private final HistoryUpdate.HistoryOutcome outcome;

  /** Updates whose temporary files still exist. */
  private final Deque<PreparedUpdate> prepared = new ArrayDeque<>();

  private final List<PreparedUpdate> placed = new ArrayList<>();

  /** Updates of threads that another program wrote first, or writes now: the last to be written. */
  private final List<HistoryUpdate> unplaced = new ArrayList<>();

  private boolean stopped;

  /** An update whose temporary file is written. */
  private record PreparedUpdate(HistoryUpdate update, Prepared file) {}

  BatchHistoryWriter(
      LocalWriter writer,
      ThreadCopyWriter copies,
      FileReplacement replacement,
      DiskFlush disk,
      ThreadLocks locks,
      HistoryUpdate.HistoryOutcome outcome) {
    this.writer = writer;
    this.copies = copies;
    this.replacement = replacement;
    this.disk = disk;
    this.locks = locks;
    this.outcome = outcome;
  }

  void write(List<HistoryUpdate> updates) {
    try {
      for (HistoryUpdate update : updates) {
        attempt(update, () -> prepare(update));
      }
      if (flush()) {
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

  private void attempt(HistoryUpdate update, Work work) {
    BackgroundLoop.progress();
    // An interrupt says that the time of a stop is over; every further file would fail by it.
    if (!stopped && !Thread.currentThread().isInterrupted()) {
      try {
        work.run();
      } catch (IOException e) {
        failed(update, e);
      } catch (RuntimeException e) {
        failed(update, ExchangeWriteException.mistake(update.ref(), e));
      }
    }
  }

  private void failed(HistoryUpdate update, IOException e) {
    stopped |= !outcome.failed(update.ref(), writer.refusal(update.ref(), e));
  }

  private void prepare(HistoryUpdate update) throws IOException {
    LoadedThread thread = update.read() == null ? writer.read(update.ref()) : update.read();
    List<HistoryEntry> missing =
        LocalWriter.missing(thread, update.lacking().apply(thread.thread().envelope().history()));
    byte[] message = update.message().lacking(thread.thread());
    boolean hasAll = missing.isEmpty() && message == null;
    if (hasAll && copies.isUnchanged(thread)) {
      outcome.written(update.ref());
      return;
    }
    Optional<Prepared> file = hasAll ? Optional.empty() : copies.prepare(thread, missing, message);
    if (file.isPresent()) {
      prepared.add(new PreparedUpdate(update, file.get()));
    } else {
      writeIndividually(update);
    }
  }

  private void writeIndividually(HistoryUpdate update) throws IOException {
    writer.appendHistory(update.ref(), update.lacking());
    if (message(update, writer.read(update.ref()).thread()) != null) {
      LoadedThread _ = writer.write(update.ref(), thread -> message(update, thread));
    }
    outcome.written(update.ref());
  }

  private static @Nullable ThreadAddition message(HistoryUpdate update, MessThread thread) {
    byte @Nullable [] message = update.message().lacking(thread);
    return message == null ? null : new ThreadAddition(message, EnvelopeEdit.NOTHING);
  }

  private boolean flush() {
    try {
      disk.flushContents(prepared.stream().map(step -> step.file().temporary()).toList());
      return true;
    } catch (IOException e) {
      prepared.forEach(step -> attempt(step.update(), () -> failed(step.update(), e)));
      return false;
    }
  }

  private void place() {
    try (OpenFolders folders = replacement.openFolders()) {
      while (!stopped && !prepared.isEmpty()) {
        placeTogether(folders);
      }
    }
    try {
      disk.flushFoldersOf(placed.stream().map(step -> step.file().path()).toList());
      placed.forEach(step -> outcome.written(step.update().ref()));
    } catch (IOException e) {
      placed.forEach(step -> attempt(step.update(), () -> failed(step.update(), e)));
    }
    unplaced.forEach(update -> attempt(update, () -> writeIndividually(update)));
  }

  private void placeTogether(OpenFolders folders) {
    List<PreparedUpdate> steps = prepared.stream().limit(LOCKED_AT_ONCE).toList();
    try {
      locks.tryUnder(
          steps.stream().map(step -> step.update().ref()).toList(),
          mine -> {
            for (PreparedUpdate step : steps) {
              boolean free = mine.contains(step.update().ref());
              finish(step, () -> place(step, free, folders));
            }
          });
    } catch (IOException e) {
      steps.forEach(step -> finish(step, () -> failed(step.update(), e)));
    }
  }

  /** The last that is done with the first of what is prepared; its file goes if it has no name. */
  private void finish(PreparedUpdate step, Work work) {
    attempt(step.update(), work);
    prepared.removeFirst();
    if (placed.isEmpty() || !placed.getLast().equals(step)) {
      cleanUp(step);
    }
  }

  private void place(PreparedUpdate step, boolean free, OpenFolders folders) throws IOException {
    if (free && placed(step.file(), folders)) {
      placed.add(step);
    } else {
      unplaced.add(step.update());
    }
  }

  private boolean placed(Prepared file, OpenFolders folders) throws IOException {
    try {
      return replacement.place(file, Report.SILENT, folders);
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return false;
    }
  }

  /** Deletes the temporary file if it still exists. */
  private void cleanUp(PreparedUpdate step) {
    try {
      replacement.discard(step.file());
    } catch (IOException e) {
      log.debug("{} is removed later: {}", step.file().temporary(), e.toString());
    }
  }
}
