package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the copies of a thread and takes stock of their files, without opening any. */
final class ThreadFinder {

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;
  private final ExchangeLimits limits;

  ThreadFinder(ExchangeDirectory exchange, ExchangeGuard guard, ExchangeLimits limits) {
    this.exchange = exchange;
    this.guard = guard;
    this.limits = limits;
  }

  /** Every place where something of that name is, in the order of the reference's search. */
  List<Place> places(Ref ref) {
    List<Place> found = new ArrayList<>();
    for (StateFolder top : exchange.folders()) {
      for (Form form : Form.values()) {
        Place place = new Place(top, ref, form);
        if (there(place)) {
          found.add(place);
        }
      }
    }
    return found;
  }

  private boolean there(Place place) {
    try {
      Path path = place.in(exchange.root());
      BasicFileAttributes found = ifThere(path);
      return found != null
          && (place.form() != Form.DIRECTORY
              || found.isDirectory()
              || (found.isSymbolicLink() && Files.isDirectory(path)));
    } catch (InvalidPathException | IOException e) {
      // What cannot be written as a name here, or cannot be looked at, is not here.
      return false;
    }
  }

  /** One question to the system; the usual answer "no" costs no exception. */
  private static @Nullable BasicFileAttributes ifThere(Path path) throws IOException {
    return path.getFileSystem()
        .provider()
        .readAttributesIfExists(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Takes stock of one copy.
   *
   * @throws NoSuchFileException when it is not there (any more)
   */
  ThreadFiles look(Place place) throws IOException {
    Path path = place.in(exchange.root());
    if (place.form() != Form.DIRECTORY) {
      FileStamp stamp = guard.stamp(path);
      return new ThreadFiles(place, List.of(stamp), stamp.refusal());
    }
    String refusal = guard.refusesFolder(path);
    return new ThreadFiles(place, refusal == null ? list(path) : List.of(), refusal);
  }

  private List<FileStamp> list(Path folder) throws IOException {
    List<FileStamp> stamps = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (stamps.size() >= limits.maxFiles()) {
          throw new RefusedFileException(folder, "holds more than " + limits.maxFiles() + " files");
        }
        if (!Place.ignored(entry.getFileName().toString())) {
          stampIfThere(entry).ifPresent(stamps::add);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return stamps;
  }

  private Optional<FileStamp> stampIfThere(Path entry) throws IOException {
    try {
      return Optional.of(guard.stamp(entry));
    } catch (NoSuchFileException e) {
      // Gone since it was listed.
      return Optional.empty();
    }
  }

  /** Fingerprint of one copy; empty when nothing that could be a thread is there. */
  Optional<Fingerprint> fingerprint(Place place) throws IOException {
    try {
      return Optional.of(look(place).fingerprint());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (RefusedFileException e) {
      // It is there and it will be said to be unreadable; once is enough.
      return Optional.of(Fingerprint.EMPTY);
    }
  }

  /** Whether nothing of that copy may be opened. */
  boolean refused(Place place) throws IOException {
    return guard.refusesFolder(place.in(exchange.root())) != null;
  }

  /** Path of a file of a copy. */
  Path path(Place place, String file) {
    Path path = place.in(exchange.root());
    return place.form() == Form.DIRECTORY ? path.resolve(file) : path;
  }
}
