package org.messgateway.gateway.exchange;

import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A directory that holds threads: of one state, under one of its two names, or of the archive.
 *
 * @param folder the state; of the archive, where all have ended, {@code FINISHED}
 * @param plain {@code received} as in prose and old tools; otherwise {@code state=received}, the
 *     form that is written
 * @param month of the archive; null for a state
 */
public record StateFolder(ThreadFolder folder, boolean plain, @Nullable YearMonth month) {

  /** Folder of the months. */
  public static final String ARCHIVE = "archive";

  private static final List<StateFolder> ALL =
      Arrays.stream(ThreadFolder.values())
          .flatMap(folder -> Stream.of(written(folder), new StateFolder(folder, true)))
          .toList();

  public StateFolder(ThreadFolder folder, boolean plain) {
    this(folder, plain, null);
  }

  /** All eight of states, {@code received} first, in the search order of the reference. */
  public static List<StateFolder> all() {
    return ALL;
  }

  /** The folder that new and moved threads of that state go to. */
  public static StateFolder written(ThreadFolder folder) {
    return new StateFolder(folder, false);
  }

  /** The folder of a month in the archive: {@code archive/2026-01} (plan, directory structure). */
  public static StateFolder archived(YearMonth month) {
    return new StateFolder(ThreadFolder.FINISHED, false, month);
  }

  /** The folder of that name within {@code archive}; empty for any other name than a month. */
  public static Optional<StateFolder> archived(String name) {
    try {
      return Optional.of(archived(YearMonth.parse(name)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** The state folder of that name; empty for any other name. */
  public static Optional<StateFolder> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Path in the exchange's root: one name, or two for a month of the archive. */
  public String name() {
    if (month != null) {
      return ARCHIVE + "/" + month;
    }
    return plain ? folder.plain() : folder.directory();
  }

  /** The name under which its threads would be written: {@code state=received} of both forms. */
  public String written() {
    return inArchive() ? name() : folder.directory();
  }

  public boolean inArchive() {
    return month != null;
  }

  /** Whether threads in it are expected to change. */
  public boolean unfinished() {
    return folder == ThreadFolder.RECEIVED || folder == ThreadFolder.EXECUTING;
  }

  /** Whether a thread of that status belongs here. */
  public boolean fits(ThreadStatus status) {
    return inArchive() ? status.ended() : folder == status.folder();
  }

  /** Written out: compared for each event of a thread. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StateFolder that
        && folder == that.folder
        && plain == that.plain
        && Objects.equals(month, that.month);
  }

  @Override
  public int hashCode() {
    return (folder.ordinal() * 2 + (plain ? 1 : 0)) * 31 + (month == null ? 0 : month.hashCode());
  }

  @Override
  public String toString() {
    return name();
  }
}
