package org.messgateway.gateway.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.mess.Folder;

/**
 * A directory that threads lie in, under one of the two names it may have.
 *
 * @param folder what it means
 * @param plain {@code received} as in prose and old tools; else {@code state=received}, the form
 *     that is written
 */
public record StateFolder(Folder folder, boolean plain) {

  private static final List<StateFolder> ALL =
      Arrays.stream(Folder.values())
          .flatMap(folder -> Stream.of(written(folder), new StateFolder(folder, true)))
          .toList();

  /** All eight, {@code received} first, as the reference searches. */
  public static List<StateFolder> all() {
    return ALL;
  }

  /** The one that new and moved threads go to. */
  public static StateFolder written(Folder folder) {
    return new StateFolder(folder, false);
  }

  /** The state folder of that name; empty for any other name. */
  public static Optional<StateFolder> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Its name in the exchange's root. */
  public String name() {
    return plain ? folder.plain() : folder.directory();
  }

  /** Whether threads in it are expected to change. */
  public boolean unfinished() {
    return folder == Folder.RECEIVED || folder == Folder.EXECUTING;
  }

  @Override
  public String toString() {
    return name();
  }
}
