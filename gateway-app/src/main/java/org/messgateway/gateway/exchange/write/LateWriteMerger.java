package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.FairBudget;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocks;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.OpenCopy;
import org.messgateway.gateway.exchange.files.ReadableCopy;
import org.messgateway.gateway.exchange.files.ThreadFiles;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ParsedThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.exchange.late.FirstFileEdit;
import org.messgateway.gateway.exchange.late.ReplacedFiles;
import org.messgateway.gateway.exchange.read.ThreadLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the text of a late writer into the thread. Where nothing else happened since the
 * replacement, the gateway's edit is applied again to the late text; otherwise its messages are
 * appended. A text that cannot be parsed is saved where a person finds it.
 */
public final class LateWriteMerger implements ReplacedFiles.Merge {

  private static final Logger log = LoggerFactory.getLogger(LateWriteMerger.class);

  private static final String NOT_UNDERSTOOD =
      "A program wrote thread {} in the same moment as the gateway, and what it wrote cannot be"
          + " understood. It is kept as {}: compare it with the thread and add what is missing.";

  private static final String GONE =
      "A program wrote thread {} in the same moment as the gateway, and the thread is gone since."
          + " What it wrote is kept as {}: delete it if the thread was deleted on purpose.";

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final ThreadLoader loader;
  private final FileReplacement replacement;
  private final ThreadLocks locks;
  private final LargeWork large;

  public LateWriteMerger(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      ExchangeGuard guard,
      ThreadLoader loader,
      FileReplacement replacement,
      ThreadLocks locks,
      LargeWork large) {
    this.large = large;
    this.exchange = exchange;
    this.finder = finder;
    this.guard = guard;
    this.loader = loader;
    this.replacement = replacement;
    this.locks = locks;
  }

  @Override
  public boolean merge(ReplacedFiles.Watch late, Path kept, FileStamp stamp, boolean last)
      throws IOException {
    byte[] text;
    Optional<List<Document>> messages;
    try (FairBudget.Share _ = turn(stamp.size())) {
      text = read(kept, stamp);
      messages = messages(late, text);
    }
    Ref ref = late.file().ref();
    if (messages.isEmpty()) {
      return last && save(ref, kept, NOT_UNDERSTOOD);
    }
    List<Document> theirs = messages.get();
    return locks.under(
        ref,
        () -> {
          ThreadReadResult found = loader.search(ref);
          return found instanceof ThreadReadResult.Absent
              ? last && save(ref, kept, GONE)
              : merge(late, found.complete().orElseThrow(() -> incomplete(ref)), text, theirs);
        });
  }

  private static byte[] read(Path kept, FileStamp stamp) throws IOException {
    try (FileChannel channel =
        FileChannel.open(kept, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      return OpenCopy.read(channel, stamp);
    }
  }

  /** The messages in the late text; empty while it is incomplete. */
  private static Optional<List<Document>> messages(ReplacedFiles.Watch late, byte[] text) {
    ThreadFile file = new ThreadFile(late.file().was().name(), text);
    if (text.length == 0 || text[text.length - 1] != '\n') {
      return Optional.empty();
    }
    try {
      if (!late.file().firstFile()) {
        return Optional.of(DocumentSplitter.split(file));
      }
      ParsedThread parsed = ThreadReader.read(late.file().ref().value(), List.of(file));
      return Optional.of(parsed.messages());
    } catch (ThreadFormatException e) {
      log.debug("A late text is not whole: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private boolean merge(
      ReplacedFiles.Watch late, LoadedThread thread, byte[] text, List<Document> theirs)
      throws IOException {
    ThreadFiles files = finder.list(thread.location());
    FileStamp firstFile = files.firstFile().orElseThrow(() -> incomplete(late.file().ref()));
    List<Document> missing = DocumentBytes.missing(theirs, thread.parsed().messages());
    FirstFileEdit edit = late.edit();
    if (edit != null && firstFile.equals(late.successor()) && holdsAll(theirs, thread)) {
      return replace(files, firstFile, text, edit);
    }
    return missing.isEmpty() || append(files, firstFile, missing);
  }

  private static boolean holdsAll(List<Document> theirs, LoadedThread thread) {
    return DocumentBytes.missing(thread.parsed().messages(), theirs).isEmpty();
  }

  private boolean append(ThreadFiles files, FileStamp firstFile, List<Document> missing)
      throws IOException {
    List<byte[]> documents = missing.stream().map(Document::bytes).toList();
    byte[] current = read(files, firstFile);
    log.info("{} had a late writer; its messages were appended", files.location());
    return replace(files, firstFile, DocumentBytes.append(current, documents), null);
  }

  private byte[] read(ThreadFiles files, FileStamp firstFile) throws IOException {
    try (ReadableCopy copy = guard.read(files.location())) {
      return copy.read(firstFile);
    }
  }

  private boolean replace(
      ThreadFiles files, FileStamp firstFile, byte[] text, @Nullable FirstFileEdit edit)
      throws IOException {
    byte[] content = edit == null ? text : edited(firstFile, text, edit);
    return replacement.replace(files, firstFile, content, edit, FileReplacement.Report.REPORTED);
  }

  private byte[] edited(FileStamp firstFile, byte[] text, FirstFileEdit edit) throws IOException {
    try (FairBudget.Share _ = turn(text.length)) {
      return edit.apply(new ThreadFile(firstFile.name(), text));
    } catch (ThreadFormatException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private FairBudget.Share turn(long bytes) throws IOException {
    return large
        .parse(bytes, LargeWork.PATIENCE)
        .orElseThrow(
            () -> new IOException("a late text is large, and other large threads are being read"));
  }

  private static ExchangeWriteException incomplete(Ref ref) {
    return new ExchangeWriteException(
        ExchangeWriteException.Reason.NOT_WHOLE, "thread " + ref + " is not whole just now", null);
  }

  private boolean save(Ref ref, Path kept, String sentence) throws IOException {
    Path folder = exchange.make(exchange.gatewayFolder("late").resolve(ref.value()));
    Path safe = folder.resolve(kept.getFileName() + ThreadLayout.FLAT.suffix());
    Files.move(kept, safe, StandardCopyOption.ATOMIC_MOVE);
    log.error(sentence, ref, safe);
    return true;
  }
}
