package org.messgateway.gateway.exchange;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.exchange.format.ReadThread;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;

/** Reads one copy of a thread. */
final class CopyReader {

  private final ThreadFinder finder;
  private final ExchangeGuard guard;
  private final Completeness completeness;

  /** Name relative to the exchange, and bytes, of one file. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; tens of megabytes are not copied.
  private record Content(String name, byte[] bytes) {

    boolean endsItsLine() {
      return bytes.length > 0 && bytes[bytes.length - 1] == '\n';
    }
  }

  CopyReader(ThreadFinder finder, ExchangeGuard guard, Completeness completeness) {
    this.finder = finder;
    this.guard = guard;
    this.completeness = completeness;
  }

  /**
   * Reads a copy, from stock-taking to stock-taking.
   *
   * @return empty when it is not there (any more)
   */
  Optional<ThreadLook> read(Place place) {
    try {
      ThreadFiles files = finder.look(place);
      Optional<ThreadLook> notNow = completeness.beforeReading(files);
      return notNow.isPresent() ? notNow : Optional.of(readNow(files));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (EOFException e) {
      return Optional.of(changing());
    } catch (IOException e) {
      return Optional.of(new ThreadLook.Unreadable(place.relative(), 0, reason(e)));
    }
  }

  private ThreadLook readNow(ThreadFiles files) throws IOException {
    ThreadLook look = understand(files, contents(files));
    return finder.look(files.place()).equals(files) ? look : changing();
  }

  private List<Content> contents(ThreadFiles files) throws IOException {
    List<Content> contents = new ArrayList<>();
    for (FileStamp file : files.documents()) {
      Path path = finder.path(files.place(), file.name());
      contents.add(new Content(Completeness.path(files, file), guard.read(path, file.size())));
    }
    return contents;
  }

  private ThreadLook understand(ThreadFiles files, List<Content> contents) {
    Optional<ThreadLook> open =
        contents.stream()
            .filter(content -> !content.endsItsLine())
            .findFirst()
            .flatMap(content -> completeness.openEnd(files, content.name()));
    return open.orElseGet(() -> parse(files, contents));
  }

  private ThreadLook parse(ThreadFiles files, List<Content> contents) {
    List<ThreadFile> given =
        contents.stream().map(each -> new ThreadFile(each.name(), each.bytes())).toList();
    try {
      ReadThread read = ThreadReader.read(files.place().ref().value(), given);
      return completeness.afterReading(files, read.thread()).orElseGet(() -> complete(files, read));
    } catch (ThreadFormatException e) {
      return completeness.notUnderstood(files, e.file(), e.line(), e.reason());
    }
  }

  private ThreadLook complete(ThreadFiles files, ReadThread read) {
    List<String> missing =
        completeness.missing(files, read.thread()).stream().map(NamedFiles.Named::name).toList();
    return new ThreadLook.Complete(
        new LoadedThread(files.place(), files.fingerprint(), read, missing, List.of()));
  }

  private static ThreadLook changing() {
    return new ThreadLook.Incomplete("it changed while it was read", Completeness.SOON);
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
