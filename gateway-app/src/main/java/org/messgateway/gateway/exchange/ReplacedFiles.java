package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that were replaced, kept by a second name for ten seconds: who had one open may still write
 * into it, and what such a late writer puts there goes into the thread (DESIGN §7).
 *
 * <p>They lie in {@code .gateway/replaced/<ref>~<size>-…}, so that after a crash the next start can
 * still tell what came late; those of a ref that leaves no room in a file's name in a folder of the
 * ref's name.
 *
 * <p>After a burst they are let go only when things are quiet again: a file system passes over what
 * was deleted lately, one by one, each time it makes a new file (ext4 for a minute and more; after
 * 10,000 deletions that costs more than all else about writing a thread). Until then what came late
 * still counts. Thread-safe.
 */
final class ReplacedFiles {

  private static final Logger log = LoggerFactory.getLogger(ReplacedFiles.class);
  static final Duration KEPT = Duration.ofSeconds(10);

  /** Ends the ref in a name; what follows holds none. */
  private static final char REF_END = '~';

  /** In bytes: a file's name has 255 at most. */
  private static final int LONGEST_REF = 200;

  private static final Duration DEAD = Duration.ofMinutes(1);

  /** So many are looked at in a second; of more each has its turn a little later. */
  private static final int LOOKS = 2048;

  /** So many names are let go at a look, whatever else is written. */
  private static final int FEW = 64;

  /** More are not left for quiet times. */
  static final int MOST = 16_384;

  /** Nothing was replaced for so long. */
  static final Duration QUIET = Duration.ofSeconds(30);

  private final ExchangeDirectory exchange;
  private final ExchangeGuard guard;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Queue<Watch> watches = new ArrayDeque<>();

  /** Those whose time is over. */
  private final Queue<Watch> over = new ArrayDeque<>();

  private long replacedLast;
  private final AtomicBoolean told = new AtomicBoolean();

  /** One replaced file, what took its place, and how it stood at the last look. */
  record Watch(
      ReplacedFile file,
      @Nullable FileStamp successor,
      @Nullable HeadEdit edit,
      FileStamp seen,
      long until) {

    Watch seenAs(FileStamp stamp) {
      return new Watch(file, successor, edit, stamp, until);
    }
  }

  /** Takes what a late writer wrote into the thread. */
  interface Merge {

    /**
     * Brings a late text into the thread.
     *
     * @param last whether there will be no further try: then it is brought to safety at least
     * @return whether it is in the thread, or in safety
     * @throws IOException when it is neither, even though this was to be the last try: there will
     *     be another one
     */
    boolean merge(Watch late, Path kept, FileStamp now, boolean last) throws IOException;
  }

  ReplacedFiles(
      ExchangeDirectory exchange, ExchangeGuard guard, InstantSource clock, LongSupplier nanos) {
    this.exchange = exchange;
    this.guard = guard;
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Gives the file a second name, before it is replaced. */
  synchronized ReplacedFile keep(Ref ref, Path path, FileStamp stamp, boolean head)
      throws IOException {
    try {
      Path kept = name(ref, new KeptName(stamp.size(), head, clock.instant()).text());
      Files.createLink(kept, path);
      return new ReplacedFile(ref, kept, stamp, head);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      if (told.compareAndSet(false, true)) {
        log.warn(
            "Files of this exchange cannot be kept by a second name ({}). What a program without"
                + " locks writes in the same moment as the gateway could be lost.",
            e.toString());
      }
      return new ReplacedFile(ref, null, stamp, head);
    }
  }

  /** Making and removing a folder for each would cost more than the link itself. */
  private Path name(Ref ref, String rest) throws IOException {
    Path all = exchange.own("replaced");
    boolean fits = ref.value().getBytes(UTF_8).length <= LONGEST_REF;
    Path folder = fits ? all : all.resolve(ref.value());
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    return folder.resolve(fits ? ref.value() + REF_END + rest : rest);
  }

  /** The file was not replaced after all. */
  synchronized void forget(ReplacedFile file) throws IOException {
    if (file.kept() != null) {
      Files.deleteIfExists(file.kept());
      Path folder = file.kept().getParent();
      if (folder != null && !folder.equals(exchange.own("replaced"))) {
        leave(folder);
      }
    }
  }

  /** The file was replaced: late writers are waited for from now on. */
  synchronized void watch(ReplacedFile file, FileStamp successor, @Nullable HeadEdit edit) {
    if (file.kept() != null) {
      replacedLast = nanos.getAsLong();
      long until = replacedLast + KEPT.toNanos();
      watches.add(new Watch(file, successor, edit, file.was(), until));
    }
  }

  /** What a gateway left that died within those ten seconds. */
  void recover() {
    Path all = exchange.own("replaced");
    if (!Files.isDirectory(all)) {
      return;
    }
    Set<Path> mine = watched();
    try (DirectoryStream<Path> left = Files.newDirectoryStream(all)) {
      for (Path path : left) {
        recover(path, mine);
      }
    } catch (IOException | DirectoryIteratorException e) {
      log.warn("Cannot look for late writing in {}: {}", all, e.toString());
    }
  }

  private synchronized Set<Path> watched() {
    return Stream.concat(watches.stream(), over.stream())
        .flatMap(watch -> Stream.ofNullable(watch.file().kept()))
        .collect(Collectors.toSet());
  }

  private void recover(Path left, Set<Path> mine) throws IOException {
    String name = left.getFileName().toString();
    int end = name.lastIndexOf(REF_END);
    boolean folder = Files.isDirectory(left);
    Optional<Ref> ref = Ref.of(folder || end < 0 ? name : name.substring(0, end));
    if (ref.isPresent() && folder) {
      recoverFolder(ref.get(), left, mine);
    } else if (ref.isPresent() && end > 0) {
      recover(ref.get(), left, name.substring(end + 1), mine);
    }
  }

  private void recoverFolder(Ref ref, Path folder, Set<Path> mine) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path kept : files) {
        recover(ref, kept, kept.getFileName().toString(), mine);
      }
    }
    leave(folder);
  }

  /** What a living gateway keeps is its own business. */
  private void recover(Ref ref, Path kept, String text, Set<Path> mine) throws IOException {
    Optional<KeptName> name =
        KeptName.of(text)
            .filter(each -> Duration.between(each.linked(), clock.instant()).compareTo(DEAD) > 0);
    if (name.isPresent() && !mine.contains(kept)) {
      watchAgain(ref, kept, name.get(), guard.stamp(kept).as(text));
    }
  }

  private synchronized void watchAgain(Ref ref, Path kept, KeptName name, FileStamp now) {
    // Size alone tells what came late; of a file that is still the thread's, nothing did.
    FileStamp was = new FileStamp(now.name(), now.inode(), name.size(), now.modified(), null);
    ReplacedFile file = new ReplacedFile(ref, kept, was, name.head());
    watches.add(new Watch(file, null, null, was, nanos.getAsLong()));
  }

  /** Looks at all that are kept; those whose time is over are let go, in a burst a while later. */
  void look(Merge merge) {
    for (Watch watch : taken()) {
      try {
        look(watch, merge).ifPresent(this::keepOn);
      } catch (IOException | RuntimeException e) {
        log.warn("Late writing into thread {} waits: {}", watch.file().ref(), e.toString());
        keepOn(watch);
      }
    }
  }

  /** Those that are to be looked at now. */
  private synchronized List<Watch> taken() {
    long now = nanos.getAsLong();
    List<Watch> all = new ArrayList<>();
    for (int left = Math.min(watches.size(), LOOKS); left > 0; left--) {
      Watch watch = watches.remove();
      (watch.until() - now <= 0 ? over : all).add(watch);
    }
    boolean quiet = now - replacedLast >= QUIET.toNanos();
    for (int left = quiet ? over.size() : allowed(over.size()); left > 0; left--) {
      all.add(over.remove());
    }
    return all;
  }

  private static int allowed(int waiting) {
    return waiting <= FEW ? waiting : Math.max(waiting - MOST, 0);
  }

  private synchronized void keepOn(Watch watch) {
    watches.add(watch);
  }

  /** The watch to go on with; empty when it is over. */
  private Optional<Watch> look(Watch watch, Merge merge) throws IOException {
    Path kept = watch.file().kept();
    if (kept == null) {
      return Optional.empty();
    }
    Optional<FileStamp> found = stamp(kept);
    return found.isEmpty() ? Optional.empty() : look(watch, merge, kept, found.get());
  }

  private Optional<Watch> look(Watch watch, Merge merge, Path kept, FileStamp found)
      throws IOException {
    FileStamp now = found.as(watch.seen().name());
    boolean last = watch.until() - nanos.getAsLong() <= 0;
    boolean late = !now.equals(watch.file().was());
    boolean still = now.equals(watch.seen());
    if (late && (still || last) && merge.merge(watch, kept, now, last)) {
      ReplacedFile merged = new ReplacedFile(watch.file().ref(), kept, now, watch.file().head());
      return goOn(new Watch(merged, null, null, now, watch.until()), last);
    }
    return goOn(watch.seenAs(now), last);
  }

  /** Asked of all that are kept, every second: one question to the system each. */
  private Optional<FileStamp> stamp(Path kept) throws IOException {
    try {
      return Optional.of(guard.stamp(kept));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }

  private Optional<Watch> goOn(Watch watch, boolean last) throws IOException {
    if (!last) {
      return Optional.of(watch);
    }
    forget(watch.file());
    return Optional.empty();
  }

  /** Removes a ref's folder unless there is more in it. */
  private static void leave(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      log.trace("{} is still needed", folder);
    }
  }

  /** How many are kept. */
  synchronized int kept() {
    return watches.size() + over.size();
  }
}
