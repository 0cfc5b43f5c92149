package org.messgateway.gateway.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.mess.ThreadFolder;

/**
 * A directory that holds threads of one state, under one of its two names.
 *
 * @param folder the state
 * @param plain {@code received} as in prose and old tools; otherwise {@code state=received}, the
 *     form that is written
 */
public record StateFolder(ThreadFolder folder, boolean plain) {

  private static final List<StateFolder> ALL =
      Arrays.stream(ThreadFolder.values())
          .flatMap(folder -> Stream.of(written(folder), new StateFolder(folder, true)))
          .toList();

  /** All eight, {@code received} first, in the search order of the reference. */
  public static List<StateFolder> all() {
    return ALL;
  }

  /** The folder that new and moved threads of that state go to. */
  public static StateFolder written(ThreadFolder folder) {
    return new StateFolder(folder, false);
  }

  /** The state folder of that name; empty for any other name. */
  public static Optional<StateFolder> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Name in the exchange's root. */
  public String name() {
    return plain ? folder.plain() : folder.directory();
  }

  /** Whether threads in it are expected to change. */
  public boolean unfinished() {
    return folder == ThreadFolder.RECEIVED || folder == ThreadFolder.EXECUTING;
  }

  @Override
  public String toString() {
    return name();
  }
}
