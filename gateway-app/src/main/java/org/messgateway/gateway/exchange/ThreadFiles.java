package org.messgateway.gateway.exchange;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one copy of a thread as they stood at one look; equal to an earlier look when
 * nothing has changed.
 *
 * @param files by name; of a folder: documents and everything that may be an attachment
 * @param refusal why nothing here may be opened; null when it may
 */
record ThreadFiles(Place place, List<FileStamp> files, @Nullable String refusal) {

  ThreadFiles {
    files = files.stream().sorted(Comparator.comparing(FileStamp::name)).toList();
  }

  /** The file with the envelope; empty while a folder has none yet. */
  Optional<FileStamp> head() {
    if (place.form() != Form.DIRECTORY) {
      return files.stream().findFirst();
    }
    String usual = ThreadFileName.ofDocuments(place.ref(), 0);
    return named(usual).or(() -> files.stream().filter(file -> number(file) == 0).findFirst());
  }

  /** The file with the envelope, then overflow by number. */
  List<FileStamp> documents() {
    if (place.form() != Form.DIRECTORY) {
      return files;
    }
    List<FileStamp> overflow =
        files.stream()
            .filter(file -> number(file) > 0)
            .sorted(Comparator.comparingInt(ThreadFiles::number))
            .toList();
    return Stream.concat(head().stream(), overflow.stream()).toList();
  }

  /** The number of an overflow file, 0 of the head, -1 of an attachment. */
  private static int number(FileStamp file) {
    return ThreadFileName.documentNumber(file.name()).orElse(-1);
  }

  Optional<FileStamp> named(String name) {
    return files.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  long documentBytes() {
    return documents().stream().mapToLong(FileStamp::size).sum();
  }

  /** When any of its files last changed. */
  Instant modified() {
    return files.stream()
        .map(FileStamp::modified)
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  Fingerprint fingerprint() {
    return Fingerprint.of(files);
  }

  /** How it will look once that file stands in it, in place of one of the same name. */
  ThreadFiles with(FileStamp file) {
    List<FileStamp> others =
        files.stream().filter(each -> !each.name().equals(file.name())).toList();
    return new ThreadFiles(
        place, Stream.concat(others.stream(), Stream.of(file)).toList(), refusal);
  }
}
