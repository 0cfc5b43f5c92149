package org.messgateway.gateway.exchange.read;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.FlatCopy;
import org.messgateway.gateway.exchange.files.OpenFolders;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.RefusedFileException;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.home.NativeStatus;

/** Reads one copy of a thread. */
public final class ThreadCopyReader {

  private final ExchangeGuard guard;
  private final CompletenessCheck completeness;
  private final LargeWork large;
  private final FormatFailures failures = new FormatFailures();

  public ThreadCopyReader(ExchangeGuard guard, CompletenessCheck completeness, LargeWork large) {
    this.guard = guard;
    this.completeness = completeness;
    this.large = large;
  }

  /**
   * Reads a copy. The files are listed before and after: a copy that changed in between is
   * incomplete.
   *
   * @param patience for other large threads that are being read
   * @return empty when the copy does not exist (any more)
   */
  Optional<ThreadReadResult> read(ThreadLocation location, Duration patience) {
    try (ReadableCopy copy = guard.read(location)) {
      ThreadFiles files = copy.list();
      Optional<ThreadReadResult> known =
          completeness
              .beforeReading(files)
              .or(() -> failures.of(files).map(it -> failed(files, it)));
      return known.isPresent() ? known : Optional.of(readInTurn(copy, files, patience));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (EOFException e) {
      return Optional.of(changing());
    } catch (IOException e) {
      return Optional.of(new ThreadReadResult.Unreadable(location.relative(), 0, reason(e)));
    }
  }

  /**
   * Reads a small copy in one file.
   *
   * @return null when it is not complete, cannot be read, or is no such copy
   */
  @Nullable LoadedThread readSmall(ThreadLocation location, OpenFolders folders) {
    FlatCopy plain = folders.open(location);
    try (ReadableCopy copy = plain == null ? guard.open(location) : plain) {
      ThreadFiles files = copy.list();
      return files.documentBytes() <= LargeWork.SMALL
              && completeness.beforeReading(files).isEmpty()
              && readNow(copy, files) instanceof ThreadReadResult.Complete(LoadedThread loaded)
          ? loaded
          : null;
    } catch (IOException cannotRead) {
      // Who reads it next says why.
      return null;
    }
  }

  private ThreadReadResult readInTurn(ReadableCopy copy, ThreadFiles files, Duration patience)
      throws IOException {
    try (FairBudget.Share turn = large.parse(files.documentBytes(), patience).orElse(null)) {
      return turn == null ? othersFirst() : readNow(copy, files);
    }
  }

  private ThreadReadResult readNow(ReadableCopy copy, ThreadFiles files) throws IOException {
    NativeStatus settled =
        copy instanceof FlatCopy flat && completeness.isSettled(files) ? flat.status() : null;
    ThreadReadResult result = parseIfEnded(files, contents(copy, files), settled);
    return copy.holds(files) ? result : changing();
  }

  private static List<ThreadFile> contents(ReadableCopy copy, ThreadFiles files)
      throws IOException {
    List<ThreadFile> contents = new ArrayList<>();
    for (FileStamp file : files.documents()) {
      contents.add(new ThreadFile(CompletenessCheck.path(files, file), copy.read(file)));
    }
    return contents;
  }

  private ThreadReadResult parseIfEnded(
      ThreadFiles files, List<ThreadFile> contents, @Nullable NativeStatus settled) {
    for (ThreadFile content : contents) {
      Optional<ThreadReadResult> open =
          content.endsItsLine()
              ? Optional.empty()
              : completeness.unendedLine(files, content.name());
      if (open.isPresent()) {
        return open.get();
      }
    }
    try {
      ParsedThread parsed = ThreadReader.read(files.location().ref().value(), contents);
      Optional<ThreadReadResult> lack = completeness.afterReading(files, parsed.thread());
      return lack.isPresent() ? lack.get() : complete(files, parsed, settled);
    } catch (ThreadFormatException e) {
      failures.keep(files, e);
      return failed(files, e);
    }
  }

  private ThreadReadResult failed(ThreadFiles files, ThreadFormatException e) {
    return completeness.parseError(files, e.file(), e.line(), e.reason());
  }

  private ThreadReadResult complete(
      ThreadFiles files, ParsedThread parsed, @Nullable NativeStatus settled) {
    List<String> missing = new ArrayList<>();
    for (DeclaredFiles.DeclaredFile each : completeness.missing(files, parsed.thread())) {
      missing.add(each.name());
    }
    return new ThreadReadResult.Complete(
        new LoadedThread(
            files.location(), files.fingerprint(), parsed, missing, settled, List.of()));
  }

  private static ThreadReadResult othersFirst() {
    return new ThreadReadResult.Incomplete(
        "it is large, and other large threads are being read", CompletenessCheck.SHORT_WAIT);
  }

  private static ThreadReadResult changing() {
    return new ThreadReadResult.Incomplete(
        "it changed while it was read", CompletenessCheck.SHORT_WAIT);
  }

  private static String reason(IOException e) {
    String text = e.getMessage();
    return switch (e) {
      case AccessDeniedException _ -> "this user may not read it; give it read permission";
      case RefusedFileException _ -> "it is refused: " + text;
      default -> "it cannot be read: " + (text == null ? e.toString() : text);
    };
  }
}
