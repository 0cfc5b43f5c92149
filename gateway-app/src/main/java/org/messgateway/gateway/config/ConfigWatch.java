package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the configuration again when it changed. {@link #look()} is called every few seconds by one
 * timer; what it finds goes to two consumers, on that timer's thread: a good version to be run, a
 * bad one to be told of, once, while the old one runs on.
 *
 * <p>A file is taken when it lay still for {@link #STILL}: an editor that is half through with
 * writing may leave a valid file that lacks half of the executors.
 */
public final class ConfigWatch {

  /** How long files must not have changed before they are read. */
  public static final Duration STILL = Duration.ofSeconds(1);

  private final ConfigLoader loader;
  private final Path home;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final Consumer<Loaded.Valid> good;
  private final Consumer<Loaded.Invalid> bad;

  private ConfigStamp read;
  private @Nullable ConfigStamp seen;
  private Instant since;

  /**
   * Takes what lies there now as read: make it before the configuration is read for the first time.
   *
   * @param environment of this process; {@code secrets.env} is read anew at each reading
   */
  public ConfigWatch(
      ConfigLoader loader,
      Path home,
      Map<String, String> environment,
      InstantSource clock,
      Consumer<Loaded.Valid> good,
      Consumer<Loaded.Invalid> bad)
      throws IOException {
    this.loader = loader;
    this.home = home;
    this.environment = Map.copyOf(environment);
    this.clock = clock;
    this.good = good;
    this.bad = bad;
    this.read = ConfigStamp.of(home);
    this.since = clock.instant();
  }

  /**
   * Looks once.
   *
   * @throws IOException when the home directory cannot be looked at; the next look tries again
   */
  public void look() throws IOException {
    ConfigStamp now = ConfigStamp.of(home);
    if (!now.equals(seen)) {
      seen = now;
      since = clock.instant();
    }
    boolean still = !clock.instant().isBefore(since.plus(STILL));
    if (!now.equals(read) && still) {
      read = now;
      tell(load());
    }
  }

  private Loaded load() {
    try {
      return loader.load(home, SecretsFile.under(environment, home));
    } catch (IOException e) {
      ConfigProblem unreadable =
          new ConfigProblem(
              "",
              Position.startOf(SecretsFile.FILE),
              "cannot be read: " + e.getMessage(),
              "write lines of NAME=value");
      return new Loaded.Invalid(List.of(unreadable), List.of());
    }
  }

  private void tell(Loaded loaded) {
    switch (loaded) {
      case Loaded.Valid valid -> good.accept(valid);
      case Loaded.Invalid invalid -> bad.accept(invalid);
    }
  }
}
