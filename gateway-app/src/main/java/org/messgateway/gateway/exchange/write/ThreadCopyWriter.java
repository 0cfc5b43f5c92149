package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.NewAttachment;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.EnvelopeEditor;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.late.FirstFileEdit;
import org.messgateway.gateway.home.NativeStatus;

/**
 * Writes into one copy of a thread as it was just read. Each write returns false, with nothing
 * done, when another program wrote first.
 */
public final class ThreadCopyWriter {

  /** MESSE-AF 2: a file is not made larger than this by a further message. */
  static final long FULL = 1024 * 1024;

  private static final byte[] EMPTY = {};

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final FileReplacement replacement;
  private final LargeWork large;

  public ThreadCopyWriter(
      ThreadFinder finder, ExchangeGuard guard, FileReplacement replacement, LargeWork large) {
    this.large = large;
    this.finder = finder;
    this.guard = guard;
    this.replacement = replacement;
  }

  /** Edits the envelope and appends a message to its file, in one step. */
  boolean editFirstFile(LoadedThread thread, EnvelopeEdit change, byte @Nullable [] message)
      throws IOException {
    Optional<FileReplacement.Prepared> prepared = prepare(thread, change, message, true);
    return prepared.isPresent()
        && replacement.replace(prepared.get(), FileReplacement.Report.SILENT);
  }

  /**
   * Prepares further history entries, unflushed; the caller places them under the thread's lock.
   *
   * @param message goes behind them; null for none
   * @return empty when another program wrote first, or the message belongs into another file
   */
  Optional<FileReplacement.Prepared> prepare(
      LoadedThread thread, List<HistoryEntry> entries, byte @Nullable [] message)
      throws IOException {
    return prepare(thread, new EnvelopeEdit(List.of(), entries), message, false);
  }

  /**
   * @param inOneStep whether the content is flushed, and the message known to belong here
   */
  private Optional<FileReplacement.Prepared> prepare(
      LoadedThread thread, EnvelopeEdit change, byte @Nullable [] message, boolean inOneStep)
      throws IOException {
    FileReplacement.Prepared longer = longer(thread, change, message, inOneStep);
    if (longer != null) {
      return Optional.of(longer);
    }
    try (ReadableCopy copy = openIfThere(thread)) {
      ThreadFiles files = copy == null ? null : listIfThere(copy);
      Optional<FileStamp> firstFile = files == null ? Optional.empty() : files.firstFile();
      if (copy == null
          || files == null
          || firstFile.isEmpty()
          || !files.fingerprint().equals(thread.fingerprint())
          || (!inOneStep && message != null && belongsElsewhere(files, message))) {
        return Optional.empty();
      }
      FirstFileEdit edit = edit(change, message);
      byte[] content = edited(copy, files, firstFile.get(), edit);
      return Optional.of(
          replacement.prepare(
              copy, new FileExchange.Unwritten(files, firstFile.get(), content, edit), inOneStep));
    }
  }

  /**
   * The file as it was read, with entries where its history ended: nothing is opened, read or
   * looked at again before the successor gets its name. Disks of this machine only, whose clock is
   * ours.
   *
   * @return null where the file must be read
   */
  private FileReplacement.@Nullable Prepared longer(
      LoadedThread thread, EnvelopeEdit change, byte @Nullable [] message, boolean flush)
      throws IOException {
    ThreadLocation location = thread.location();
    NativeStatus status = thread.settled();
    byte[] longer = status == null ? null : EnvelopeEditor.longer(thread.parsed(), change);
    if (status == null || longer == null) {
      return null;
    }
    FileStamp file = FileStamp.of(location.name(), status);
    if (!fits(file, message == null ? EMPTY : message)) {
      return null;
    }
    byte[] content = message == null ? longer : DocumentBytes.append(longer, List.of(message));
    ThreadFiles files = new ThreadFiles(location, List.of(file), null);
    return replacement.prepare(
        status, new FileExchange.Unwritten(files, file, content, edit(change, message)), flush);
  }

  private @Nullable ReadableCopy openIfThere(LoadedThread thread) throws IOException {
    try {
      return guard.read(thread.location());
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return null;
    }
  }

  private static @Nullable ThreadFiles listIfThere(ReadableCopy copy) throws IOException {
    try {
      return copy.list();
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return null;
    }
  }

  private static boolean belongsElsewhere(ThreadFiles files, byte[] message) {
    return needsFolder(files, message) || needsOverflowFile(files, message);
  }

  private static FirstFileEdit edit(EnvelopeEdit change, byte @Nullable [] message) {
    return message == null
        ? firstFile -> EnvelopeEditor.apply(firstFile, change)
        : firstFile ->
            DocumentBytes.append(EnvelopeEditor.apply(firstFile, change), List.of(message));
  }

  /** Whether a thread in one file must become a folder before it takes the message. */
  boolean needsFolder(LoadedThread thread, byte[] message) throws IOException {
    return thread.location().layout() != ThreadLayout.DIRECTORY
        && needsFolder(finder.list(thread.location()), message);
  }

  private static boolean needsFolder(ThreadFiles files, byte[] message) {
    return files.location().layout() != ThreadLayout.DIRECTORY
        && files.documents().stream().anyMatch(file -> !fits(file, message));
  }

  /**
   * Adds an attachment under the next number.
   *
   * @return its name; empty when another program wrote first
   */
  Optional<String> attach(LoadedThread thread, NewAttachment attachment) throws IOException {
    Optional<ThreadFiles> files = unchanged(thread);
    if (files.isEmpty()) {
      return Optional.empty();
    }
    String name =
        ThreadFileName.ofAttachment(ThreadFileName.nextAttachment(files.get().files()), attachment);
    return replacement.add(files.get(), name, attachment.content())
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Whether a message goes into an overflow file: one exists, or the first file is full. */
  boolean needsOverflowFile(LoadedThread thread, byte[] message) throws IOException {
    return thread.location().layout() == ThreadLayout.DIRECTORY
        && needsOverflowFile(finder.list(thread.location()), message);
  }

  private static boolean needsOverflowFile(ThreadFiles files, byte[] message) {
    List<FileStamp> documents = files.documents();
    return files.location().layout() == ThreadLayout.DIRECTORY
        && (documents.size() > 1
            || documents.stream().anyMatch(firstFile -> !fits(firstFile, message)));
  }

  /** Appends a message to the last overflow file, or to a new one. */
  boolean appendToOverflow(LoadedThread thread, byte[] message) throws IOException {
    Optional<ThreadFiles> files = unchanged(thread);
    return files.isPresent() && appendToOverflow(files.get(), message);
  }

  private boolean appendToOverflow(ThreadFiles files, byte[] message) throws IOException {
    FileStamp last = files.documents().getLast();
    if (files.documents().size() > 1 && fits(last, message)) {
      byte[] grown = DocumentBytes.append(read(files, last), List.of(message));
      return replacement.replace(files, last, grown, null, FileReplacement.Report.SILENT);
    }
    return replacement.add(files, next(files, last), DocumentBytes.append(EMPTY, List.of(message)));
  }

  private static boolean fits(FileStamp file, byte[] message) {
    return file.size() + message.length <= FULL;
  }

  private static String next(ThreadFiles files, FileStamp last) {
    int number = ThreadFileName.documentNumber(last.name()).orElse(0);
    return ThreadFileName.ofDocuments(files.location().ref(), number + 1);
  }

  private byte[] edited(ReadableCopy copy, ThreadFiles files, FileStamp file, FirstFileEdit edit)
      throws IOException {
    try (FairBudget.Share turn = large.parse(file.size(), LargeWork.PATIENCE).orElse(null)) {
      if (turn == null) {
        throw new ExchangeWriteException(
            ExchangeWriteException.Reason.BUSY,
            "Thread "
                + files.location().ref()
                + " is large, and other large threads are being read",
            null);
      }
      return edit.apply(new ThreadFile(file.name(), copy.read(file)));
    } catch (ThreadFormatException e) {
      throw new ExchangeWriteException(
          ExchangeWriteException.Reason.NOT_WHOLE, "Cannot write into " + e.getMessage(), e);
    }
  }

  private byte[] read(ThreadFiles files, FileStamp file) throws IOException {
    try (ReadableCopy copy = guard.read(files.location())) {
      return copy.read(file);
    }
  }

  /** Whether the thread is unchanged since it was read. */
  boolean isUnchanged(LoadedThread thread) throws IOException {
    return unchanged(thread).isPresent();
  }

  /** The files, when they are unchanged since they were read. */
  private Optional<ThreadFiles> unchanged(LoadedThread thread) throws IOException {
    try {
      ThreadFiles files = finder.list(thread.location());
      return files.fingerprint().equals(thread.fingerprint())
          ? Optional.of(files)
          : Optional.empty();
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return Optional.empty();
    }
  }
}
