package org.messgateway.gateway.exchange.files;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;

/**
 * The files of one copy of a thread at one moment. Two equal values mean that nothing changed in
 * between.
 *
 * @param files by name; of a folder: documents and everything that can be an attachment
 * @param refusal why no file may be opened; null when they may
 */
public record ThreadFiles(
    ThreadLocation location, List<FileStamp> files, @Nullable String refusal) {

  /** Mixes inodes: 2^64 divided by the golden ratio. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public ThreadFiles {
    files =
        files.size() < 2
            ? List.copyOf(files)
            : files.stream().sorted(Comparator.comparing(FileStamp::name)).toList();
  }

  /** The file that begins with the envelope; empty while a folder has none. */
  public Optional<FileStamp> firstFile() {
    if (location.layout() != ThreadLayout.DIRECTORY) {
      return files.isEmpty() ? Optional.empty() : Optional.of(files.getFirst());
    }
    String usual = ThreadFileName.ofDocuments(location.ref(), 0);
    return named(usual).or(() -> files.stream().filter(file -> number(file) == 0).findFirst());
  }

  /** The file with the envelope, then overflow files by number. */
  public List<FileStamp> documents() {
    if (location.layout() != ThreadLayout.DIRECTORY) {
      return files;
    }
    List<FileStamp> overflow =
        files.stream()
            .filter(file -> number(file) > 0)
            .sorted(Comparator.comparingInt(ThreadFiles::number))
            .toList();
    return Stream.concat(firstFile().stream(), overflow.stream()).toList();
  }

  /** 0 for the file with the envelope, the number of an overflow file, -1 for an attachment. */
  private static int number(FileStamp file) {
    return ThreadFileName.documentNumber(file.name()).orElse(-1);
  }

  public Optional<FileStamp> named(String name) {
    return files.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  public long documentBytes() {
    long bytes = 0;
    for (FileStamp file : documents()) {
      bytes += file.size();
    }
    return bytes;
  }

  /** Latest modification of any of the files. */
  public Instant modified() {
    Instant latest = files.isEmpty() ? Instant.EPOCH : files.getFirst().modified();
    for (FileStamp file : files) {
      latest = file.modified().isAfter(latest) ? file.modified() : latest;
    }
    return latest;
  }

  public Fingerprint fingerprint() {
    return fingerprint(files);
  }

  /** Fingerprint of files whose order never changes. */
  public static Fingerprint fingerprint(List<FileStamp> files) {
    if (files.isEmpty()) {
      return Fingerprint.EMPTY;
    }
    long inode = files.getFirst().inode();
    long size = files.getFirst().size();
    Instant modified = files.getFirst().modified();
    for (int i = 1; i < files.size(); i++) {
      FileStamp file = files.get(i);
      inode = inode * SPREAD + file.inode();
      size += file.size();
      modified = file.modified().isAfter(modified) ? file.modified() : modified;
    }
    return new Fingerprint(inode, size, modified);
  }

  /** The files after one was added, or replaced under the same name. */
  public ThreadFiles with(FileStamp file) {
    List<FileStamp> all = new ArrayList<>(files.size() + 1);
    for (FileStamp each : files) {
      if (!each.name().equals(file.name())) {
        all.add(each);
      }
    }
    all.add(file);
    return new ThreadFiles(location, all, refusal);
  }
}
