package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.mess.Folder;

/**
 * Writes new threads, under the ref the reference would give them: date and the next number. A
 * thread is built beside and appears by one rename.
 */
final class ThreadCreation {

  private static final int TRIES = 100;

  private final ExchangeDirectory exchange;
  private final ThreadFinder finder;
  private final OwnFiles own;
  private final InstantSource clock;

  ThreadCreation(
      ExchangeDirectory exchange, ThreadFinder finder, OwnFiles own, InstantSource clock) {
    this.exchange = exchange;
    this.finder = finder;
    this.own = own;
    this.clock = clock;
  }

  Ref create(NewThread thread) throws IOException {
    String date = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString();
    int number = highest(date) + 1;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Ref ref = new Ref("%s-%03d".formatted(date, number + attempt));
      if (finder.places(ref).isEmpty() && written(ref, Folder.RECEIVED, thread)) {
        return ref;
      }
    }
    throw new ExchangeWriteException(
        ExchangeWriteException.Reason.BUSY,
        "Others create threads in " + exchange.root() + " faster than a free ref is found",
        null);
  }

  /** Under a ref that somebody else gave; false when there is one of that ref. */
  boolean put(Ref ref, Folder folder, NewThread thread) throws IOException {
    return finder.places(ref).isEmpty() && written(ref, folder, thread);
  }

  /** Over all folders, so that a ref is not given again when its thread has moved on. */
  private int highest(String date) throws IOException {
    Pattern numbered = Pattern.compile(date + "-(\\d{3,6})(?:\\D.*)?");
    int highest = 0;
    for (StateFolder top : exchange.folders()) {
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(exchange.path(top), date + "-*")) {
        for (Path entry : entries) {
          Matcher matcher = numbered.matcher(entry.getFileName().toString());
          highest = Math.max(highest, matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0);
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    return highest;
  }

  /** False when somebody took the ref meanwhile. */
  private boolean written(Ref ref, Folder folder, NewThread thread) throws IOException {
    Place place = new Place(StateFolder.written(folder), ref, Form.DIRECTORY);
    Path building = own.name(place.top());
    try {
      build(building, ref, thread);
      return appeared(building, place);
    } finally {
      own.delete(building);
    }
  }

  private boolean appeared(Path building, Place place) throws IOException {
    Path target = place.in(exchange.root());
    try {
      Files.move(building, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // "Directory not empty" has no exception of its own in an atomic move.
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      throw e;
    }
    own.flush(exchange.path(place.top()));
    return true;
  }

  private void build(Path folder, Ref ref, NewThread thread) throws IOException {
    Files.createDirectory(folder);
    for (Map.Entry<String, byte[]> attachment : thread.attachments(ref).entrySet()) {
      if (!ThreadFileName.safeAttachment(attachment.getKey())) {
        throw new IOException("\"" + attachment.getKey() + "\" cannot be the name of a file");
      }
      own.write(folder.resolve(attachment.getKey()), attachment.getValue(), null);
    }
    Path documents = folder.resolve(ThreadFileName.ofDocuments(ref, 0));
    own.write(documents, thread.documents(ref), null);
    if (thread.modified().isPresent()) {
      Files.setLastModifiedTime(documents, FileTime.from(thread.modified().get()));
    }
    own.flush(folder);
  }
}
