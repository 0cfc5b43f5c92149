package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Makes a folder of a thread that is one file, because only a folder can have attachments and
 * overflow (MESSE-AF 2). The folder is built beside and appears by one rename; then the file goes.
 * A crash in between leaves two copies of the same text, of which the one that is written to wins.
 */
final class FolderForm {

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final OwnFiles own;
  private final KnownThreads known;
  private final ReplacedFiles replaced;
  private final ThreadLocks locks;

  FolderForm(
      ExchangeDirectory exchange,
      ThreadFinder finder,
      ExchangeGuard guard,
      OwnFiles own,
      KnownThreads known,
      ReplacedFiles replaced,
      ThreadLocks locks) {
    this.exchange = exchange;
    this.finder = finder;
    this.guard = guard;
    this.own = own;
    this.known = known;
    this.replaced = replaced;
    this.locks = locks;
  }

  /** False, with nothing done, when somebody else was faster. */
  boolean give(LoadedThread thread) throws IOException {
    ThreadFiles files = finder.look(thread.place());
    Optional<FileStamp> flat = files.head();
    if (flat.isEmpty() || !files.fingerprint().equals(thread.fingerprint())) {
      return false;
    }
    Path building = own.name(thread.place().top());
    try {
      build(building, files, flat.get());
      return appeared(building, files, flat.get());
    } finally {
      own.delete(building);
    }
  }

  private void build(Path building, ThreadFiles files, FileStamp flat) throws IOException {
    Path file = finder.path(files.place(), flat.name());
    Files.createDirectory(building);
    own.write(
        building.resolve(head(files)),
        Documents.append(guard.read(file, flat.size()), List.of()),
        file);
    own.flush(building);
  }

  private static String head(ThreadFiles files) {
    return ThreadFileName.ofDocuments(files.place().ref(), 0);
  }

  private boolean appeared(Path building, ThreadFiles files, FileStamp flat) throws IOException {
    Place from = files.place();
    Place to = new Place(from.top(), from.ref(), Form.DIRECTORY);
    Path file = from.in(exchange.root());
    Path target = to.in(exchange.root());
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new ExchangeWriteException(
          ExchangeWriteException.Reason.BUSY,
          from + " cannot be made a folder: " + to + " is there already. Look at both, delete one.",
          null);
    }
    FileStamp written = guard.stamp(building.resolve(head(files)));
    locks.insist(from.ref());
    ReplacedFile kept = replaced.keep(from.ref(), file, flat, true);
    if (!finder.look(from).equals(files)) {
      replaced.forget(kept);
      return false;
    }
    known.expect(from, files.fingerprint(), null);
    known.expect(to, null, Fingerprint.of(List.of(written)));
    Files.move(building, target, StandardCopyOption.ATOMIC_MOVE);
    own.flush(exchange.path(from.top()));
    Files.delete(file);
    own.flush(exchange.path(from.top()));
    replaced.watch(kept, written, null);
    return true;
  }
}
