package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.EnvelopeEditor;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/**
 * Writes into one copy of a thread as it was just read. Each method answers false, with nothing
 * done, when somebody else was faster.
 */
final class CopyWriter {

  /** MESSE-AF 2: a file is not made larger than this by a further message. */
  static final long FULL = 1024 * 1024;

  private static final byte[] NOTHING = {};

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final Replacement replacement;

  CopyWriter(ThreadFinder finder, ExchangeGuard guard, Replacement replacement) {
    this.finder = finder;
    this.guard = guard;
    this.replacement = replacement;
  }

  /** Changes the file with the envelope, and adds a message to it, in one step. */
  boolean changeHead(LoadedThread thread, EnvelopeEdit change, byte @Nullable [] message)
      throws IOException {
    Optional<ThreadFiles> files = unchanged(thread);
    Optional<FileStamp> head = files.flatMap(ThreadFiles::head);
    return head.isPresent() && replace(files.orElseThrow(), head.get(), edit(change, message));
  }

  /**
   * Prepares further entries of its history, not flushed yet; to be placed under the thread's lock.
   *
   * @return empty when somebody else was faster
   */
  Optional<Replacement.Prepared> prepare(LoadedThread thread, List<HistoryEntry> entries)
      throws IOException {
    Optional<ThreadFiles> files = unchanged(thread);
    Optional<FileStamp> head = files.flatMap(ThreadFiles::head);
    return head.isEmpty()
        ? Optional.empty()
        : Optional.of(prepare(files.orElseThrow(), head.get(), entries));
  }

  private Replacement.Prepared prepare(
      ThreadFiles files, FileStamp head, List<HistoryEntry> entries) throws IOException {
    HeadEdit edit = edit(new EnvelopeEdit(List.of(), entries), null);
    return replacement.prepare(files, head, edited(files, head, edit), edit);
  }

  private static HeadEdit edit(EnvelopeEdit change, byte @Nullable [] message) {
    return message == null
        ? head -> EnvelopeEditor.apply(head, change)
        : head -> Documents.append(EnvelopeEditor.apply(head, change), List.of(message));
  }

  /** Whether one file is too small for all: such a thread is made a folder first. */
  boolean outgrows(LoadedThread thread, byte[] message) throws IOException {
    return thread.place().form() != Form.DIRECTORY
        && finder.look(thread.place()).documents().stream().anyMatch(file -> !fits(file, message));
  }

  /**
   * Puts a file beside the documents of a folder, under the next number.
   *
   * @return its name; empty when somebody else was faster
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

  /** Whether a message goes to an overflow file: there is one, or the folder's first is full. */
  boolean overflows(LoadedThread thread, byte[] message) throws IOException {
    List<FileStamp> documents = finder.look(thread.place()).documents();
    return thread.place().form() == Form.DIRECTORY
        && (documents.size() > 1 || documents.stream().anyMatch(head -> !fits(head, message)));
  }

  /** Adds a message to the last overflow file, or to a new one. */
  boolean overflow(LoadedThread thread, byte[] message) throws IOException {
    Optional<ThreadFiles> files = unchanged(thread);
    return files.isPresent() && overflow(files.get(), message);
  }

  private boolean overflow(ThreadFiles files, byte[] message) throws IOException {
    FileStamp last = files.documents().getLast();
    if (files.documents().size() > 1 && fits(last, message)) {
      byte[] grown = Documents.append(read(files, last), List.of(message));
      return replacement.replace(files, last, grown, null, Replacement.Report.SILENT);
    }
    return replacement.add(files, next(files, last), Documents.append(NOTHING, List.of(message)));
  }

  private static boolean fits(FileStamp file, byte[] message) {
    return file.size() + message.length <= FULL;
  }

  private static String next(ThreadFiles files, FileStamp last) {
    int number = ThreadFileName.documentNumber(last.name()).orElse(0);
    return ThreadFileName.ofDocuments(files.place().ref(), number + 1);
  }

  private boolean replace(ThreadFiles files, FileStamp file, HeadEdit edit) throws IOException {
    byte[] content = edited(files, file, edit);
    return replacement.replace(files, file, content, edit, Replacement.Report.SILENT);
  }

  private byte[] edited(ThreadFiles files, FileStamp file, HeadEdit edit) throws IOException {
    try {
      return edit.apply(new ThreadFile(file.name(), read(files, file)));
    } catch (ThreadFormatException e) {
      throw new ExchangeWriteException(
          ExchangeWriteException.Reason.NOT_WHOLE, "Cannot write into " + e.getMessage(), e);
    }
  }

  private byte[] read(ThreadFiles files, FileStamp file) throws IOException {
    return guard.read(finder.path(files.place(), file.name()), file.size());
  }

  /** Whether the thread is as it was read. */
  boolean stands(LoadedThread thread) throws IOException {
    return unchanged(thread).isPresent();
  }

  /** The files, as long as they are those that were read. */
  private Optional<ThreadFiles> unchanged(LoadedThread thread) throws IOException {
    try {
      ThreadFiles files = finder.look(thread.place());
      return files.fingerprint().equals(thread.fingerprint())
          ? Optional.of(files)
          : Optional.empty();
    } catch (NoSuchFileException | NotDirectoryException moved) {
      return Optional.empty();
    }
  }
}
