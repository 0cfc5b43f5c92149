package org.messgateway.gateway.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration again when its files changed. One thread calls {@link #look()} every
 * second. A valid version goes to one consumer, an invalid one to the other, once each, on that
 * thread.
 *
 * <p>Files are read when they have not changed for {@link #STILL}: an editor that is still writing
 * may leave a valid file that lacks half of the executors.
 */
public final class ConfigWatch {

  /** How long files must not have changed before they are read. */
  public static final Duration STILL = Duration.ofSeconds(1);

  private final ConfigLoader loader;
  private final Path home;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final Consumer<LoadResult.Valid> good;
  private final Consumer<LoadResult.Invalid> bad;

  private ConfigStamp read;
  private @Nullable ConfigStamp seen;
  private Instant since;

  /**
   * Takes the files as they are now for read. Must be made before the first reading.
   *
   * @param environment of this process; {@code secrets.env} is read anew at each reading
   */
  public ConfigWatch(
      ConfigLoader loader,
      Path home,
      Map<String, String> environment,
      InstantSource clock,
      Consumer<LoadResult.Valid> good,
      Consumer<LoadResult.Invalid> bad)
      throws IOException {
    this.loader = loader;
    this.home = home;
    this.environment = Map.copyOf(environment);
    this.clock = clock;
    this.good = good;
    this.bad = bad;
    this.read = stamp();
    this.since = clock.instant();
  }

  /**
   * Checks the files once.
   *
   * @throws IOException when the home directory cannot be looked at; the next look tries again
   */
  public void look() throws IOException {
    ConfigStamp now = stamp();
    if (!now.equals(seen)) {
      seen = now;
      since = clock.instant();
    }
    Instant at = clock.instant();
    // The clock may have been set back.
    boolean still = at.isBefore(since) || !at.isBefore(since.plus(STILL));
    if (!now.equals(read) && still) {
      read = now;
      tell(load());
    }
  }

  private ConfigStamp stamp() throws IOException {
    return ConfigStamp.of(home, loader.registered(home).version());
  }

  private LoadResult load() {
    try {
      return loader.load(home, SecretsFile.under(environment, home));
    } catch (IOException e) {
      ConfigProblem unreadable =
          new ConfigProblem(
              "",
              SourcePosition.startOf(SecretsFile.FILE),
              "cannot be read: " + e.getMessage(),
              "write lines of NAME=value");
      return new LoadResult.Invalid(List.of(unreadable), List.of());
    }
  }

  private void tell(LoadResult loadResult) {
    switch (loadResult) {
      case LoadResult.Valid valid -> good.accept(valid);
      case LoadResult.Invalid invalid -> bad.accept(invalid);
    }
  }

  /**
   * Size, time and inode of all files of a configuration: a change of any file changes it.
   *
   * @param files size, time and inode by path; what cannot be seen is not there
   */
  record ConfigStamp(Map<String, String> files) {

    /**
     * @param registered the version of what was registered at run time
     */
    static ConfigStamp of(Path home, Object registered) throws IOException {
      Map<String, String> files = new TreeMap<>();
      files.put(Registrations.FILE, registered.toString());
      look(home.resolve(ConfigLoader.FILE), files);
      look(home.resolve(SecretsFile.FILE), files);
      lookIn(home.resolve("executors"), files);
      lookIn(home.resolve(LanguageFiles.FOLDER), files);
      return new ConfigStamp(files);
    }

    private static void lookIn(Path folder, Map<String, String> files) throws IOException {
      if (!Files.isDirectory(folder)) {
        return;
      }
      try (Stream<Path> entries = Files.list(folder)) {
        for (Path entry : entries.sorted().toList()) {
          look(entry, files);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    private static void look(Path file, Map<String, String> files) throws IOException {
      try {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
        files.put(
            file.toString(), seen.size() + " " + seen.lastModifiedTime() + " " + seen.fileKey());
      } catch (NoSuchFileException gone) {
        // A missing file has no entry, so that its removal is a change too.
        files.remove(file.toString());
      }
    }
  }
}
