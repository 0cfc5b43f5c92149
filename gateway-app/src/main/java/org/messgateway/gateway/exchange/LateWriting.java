package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ReadThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what a late writer put into a replaced file into the thread. As long as nothing has
 * happened since, our own change is made again upon his text; else his messages are appended. A
 * text that cannot be understood is kept where a person can find it.
 */
final class LateWriting implements ReplacedFiles.Merge {

  private static final Logger log = LoggerFactory.getLogger(LateWriting.class);

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final ThreadLoader loader;
  private final Replacement replacement;
  private final ThreadLocks locks;

  LateWriting(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      ExchangeGuard guard,
      ThreadLoader loader,
      Replacement replacement,
      ThreadLocks locks) {
    this.exchange = exchange;
    this.finder = finder;
    this.guard = guard;
    this.loader = loader;
    this.replacement = replacement;
    this.locks = locks;
  }

  @Override
  public boolean merge(ReplacedFiles.Watch late, Path kept, FileStamp now, boolean last)
      throws IOException {
    byte[] text = guard.read(kept, now.size());
    Optional<List<Document>> messages = messages(late, text);
    if (messages.isEmpty()) {
      return last && save(late.file().ref(), kept);
    }
    return locks.under(late.file().ref(), () -> merge(late, text, messages.get()));
  }

  /** The messages in the late text; empty while it is not whole. */
  private static Optional<List<Document>> messages(ReplacedFiles.Watch late, byte[] text) {
    ThreadFile file = new ThreadFile(late.file().was().name(), text);
    if (text.length == 0 || text[text.length - 1] != '\n') {
      return Optional.empty();
    }
    if (!late.file().head()) {
      return Optional.of(DocumentSplitter.split(file));
    }
    try {
      ReadThread read = ThreadReader.read(late.file().ref().value(), List.of(file));
      return Optional.of(read.messages());
    } catch (ThreadFormatException e) {
      log.debug("A late text is not whole: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private boolean merge(ReplacedFiles.Watch late, byte[] text, List<Document> theirs)
      throws IOException {
    LoadedThread thread = complete(late.file().ref());
    ThreadFiles files = finder.look(thread.place());
    FileStamp head = files.head().orElseThrow(() -> waits(late.file().ref()));
    List<Document> missing = Documents.without(theirs, thread.read().messages());
    HeadEdit edit = late.edit();
    if (edit != null && head.equals(late.successor()) && holdsAll(theirs, thread)) {
      return replace(files, head, text, edit);
    }
    return missing.isEmpty() || append(files, head, missing);
  }

  private static boolean holdsAll(List<Document> theirs, LoadedThread thread) {
    return Documents.without(thread.read().messages(), theirs).isEmpty();
  }

  private boolean append(ThreadFiles files, FileStamp head, List<Document> missing)
      throws IOException {
    List<byte[]> documents = missing.stream().map(Document::bytes).toList();
    byte[] current = guard.read(finder.path(files.place(), head.name()), head.size());
    log.info("{} had a late writer; its messages were appended", files.place());
    return replace(files, head, Documents.append(current, documents), null);
  }

  private boolean replace(ThreadFiles files, FileStamp head, byte[] text, @Nullable HeadEdit edit)
      throws IOException {
    try {
      byte[] content = edit == null ? text : edit.apply(new ThreadFile(head.name(), text));
      return replacement.replace(files, head, content, edit, Replacement.Report.TOLD);
    } catch (ThreadFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private LoadedThread complete(Ref ref) throws ExchangeWriteException {
    if (loader.search(ref) instanceof ThreadLook.Complete(LoadedThread thread)) {
      return thread;
    }
    throw waits(ref);
  }

  private static ExchangeWriteException waits(Ref ref) {
    return new ExchangeWriteException(
        ExchangeWriteException.Reason.NOT_WHOLE, "thread " + ref + " is not whole just now", null);
  }

  private boolean save(Ref ref, Path kept) throws IOException {
    Path folder = exchange.make(exchange.own("late").resolve(ref.value()));
    Path safe = folder.resolve(kept.getFileName() + Form.FLAT.suffix());
    Files.move(kept, safe, StandardCopyOption.ATOMIC_MOVE);
    log.error(
        "A program wrote thread {} in the same moment as the gateway, and what it wrote cannot be"
            + " understood. It is kept as {}: compare it with the thread and add what is missing.",
        ref,
        safe);
    return true;
  }
}
