package org.messgateway.gateway.exchange.write;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.NewThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ExchangeGuard;
import org.messgateway.gateway.exchange.files.FileStamp;
import org.messgateway.gateway.exchange.files.ThreadFileName;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Creates threads under the ref the reference would give them: date and next number. A thread is
 * built under a temporary name and appears by one rename.
 */
public final class ThreadCreation {

  private static final int TRIES = 100;

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;
  private final ThreadFinder finder;
  private final TempFiles tempFiles;
  private final InstantSource clock;
  private final ThreadLayout layout;

  /**
   * @param layout of new threads; those with attachments are folders
   */
  public ThreadCreation(
      ExchangeDirectory exchange,
      ExchangeGuard guard,
      ThreadFinder finder,
      TempFiles tempFiles,
      InstantSource clock,
      ThreadLayout layout) {
    this.exchange = exchange;
    this.guard = guard;
    this.finder = finder;
    this.tempFiles = tempFiles;
    this.clock = clock;
    this.layout = layout;
  }

  Ref create(NewThread asked) throws IOException {
    NewThread thread = asked.externalized();
    if (thread.ref().isPresent()) {
      Ref ref = thread.ref().get();
      boolean _ = putWhole(ref, ThreadFolder.RECEIVED, thread);
      return ref;
    }
    LocalDate date = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    int number = highest(date) + 1;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Ref ref = new Ref("%s-%03d".formatted(date, number + attempt));
      if (finder.places(ref).isEmpty() && tryCreate(ref, ThreadFolder.RECEIVED, thread)) {
        return ref;
      }
    }
    throw new ExchangeWriteException(
        ExchangeWriteException.Reason.BUSY,
        "Others create threads in " + exchange.root() + " faster than a free ref is found",
        null);
  }

  /** Creates a thread under a given ref; false when one of that ref exists. */
  public boolean put(Ref ref, ThreadFolder folder, NewThread thread) throws IOException {
    return putWhole(ref, folder, thread.externalized());
  }

  private boolean putWhole(Ref ref, ThreadFolder folder, NewThread thread) throws IOException {
    return finder.places(ref).isEmpty() && tryCreate(ref, folder, thread);
  }

  /** In all state folders and the archive: a ref is not used again after its thread was moved. */
  private int highest(LocalDate date) throws IOException {
    Pattern numbered = Pattern.compile(date + "-(\\d{3,6})(?:\\D.*)?");
    int highest = 0;
    List<StateFolder> folders = new ArrayList<>(exchange.folders());
    // No thread ends before the day on which it was created.
    exchange.archive().stream()
        .filter(month -> month.name().compareTo(archived(date)) >= 0)
        .forEach(folders::add);
    for (StateFolder stateFolder : folders) {
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(exchange.path(stateFolder), date + "-*")) {
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

  private static String archived(LocalDate date) {
    return StateFolder.archived(YearMonth.from(date)).name();
  }

  /** False when another program used the ref meanwhile. */
  private boolean tryCreate(Ref ref, ThreadFolder folder, NewThread thread) throws IOException {
    boolean alone = thread.attachments(ref).isEmpty() && thread.uploads().isEmpty();
    ThreadLocation location =
        new ThreadLocation(
            StateFolder.written(folder), ref, alone ? layout : ThreadLayout.DIRECTORY);
    Path building = tempFiles.newFolder(location.stateFolder());
    try {
      build(building, ref, thread);
      return location.layout() == ThreadLayout.DIRECTORY
          ? publish(building, location)
          : publishFile(building.resolve(ThreadFileName.ofDocuments(ref, 0)), location);
    } finally {
      tempFiles.delete(building);
    }
  }

  private boolean publish(Path building, ThreadLocation location) throws IOException {
    try (SecureFolder own = SecureFolder.open(building.resolveSibling("."));
        SecureFolder stateFolder = guard.open(location.stateFolder())) {
      try {
        own.move(building.getFileName().toString(), stateFolder, location.name());
      } catch (FileSystemException e) {
        // "Directory not empty" has no exception of its own in an atomic move.
        if (stateFolder.has(location.name())) {
          return false;
        }
        throw e;
      }
      stateFolder.flush();
      return true;
    }
  }

  /** A link fails where a file is; a rename would replace it. */
  private boolean publishFile(Path built, ThreadLocation location) throws IOException {
    try (SecureFolder stateFolder = guard.open(location.stateFolder())) {
      Files.createLink(location.in(exchange.root()), built);
      if (!stateFolder.has(location.name())) {
        throw new NoSuchFileException(location.relative(), null, "its folder was swapped");
      }
      stateFolder.flush();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static void build(Path building, Ref ref, NewThread thread) throws IOException {
    String documents = ThreadFileName.ofDocuments(ref, 0);
    try (SecureFolder folder = SecureFolder.open(building)) {
      for (Map.Entry<String, byte[]> attachment : thread.attachments(ref).entrySet()) {
        if (!ThreadFileName.safeAttachment(attachment.getKey())) {
          throw new IOException("\"" + attachment.getKey() + "\" cannot be the name of a file");
        }
        FileStamp _ =
            TempFiles.write(folder, attachment.getKey(), attachment.getValue(), null, true);
      }
      for (Map.Entry<String, NewThread.Upload> file : thread.uploads().entrySet()) {
        try (FileChannel in = file.getValue().open()) {
          FileStamp _ = TempFiles.copy(in, folder, file.getKey());
        }
      }
      FileStamp _ = TempFiles.write(folder, documents, thread.documents(ref), null, true);
      if (thread.modified().isPresent()) {
        Files.setLastModifiedTime(
            building.resolve(documents), FileTime.from(thread.modified().get()));
      }
      folder.flush();
    }
  }
}
