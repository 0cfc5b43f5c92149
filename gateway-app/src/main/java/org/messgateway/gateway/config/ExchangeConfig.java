package org.messgateway.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An exchange: a directory on this machine, or one on a server.
 *
 * @param path the folder that holds {@code state=received} and the others; of a remote one the
 *     folder of copies in {@code <home>/.gateway}
 * @param files folders beneath which a {@code file://} in a thread may be read
 * @param remote where it lives when it lives on a server
 */
public record ExchangeConfig(Path path, List<Path> files, Optional<RemoteConfig> remote) {

  public ExchangeConfig {
    files = List.copyOf(files);
  }

  /** A directory on this machine. */
  public ExchangeConfig(Path path, List<Path> files) {
    this(path, files, Optional.empty());
  }
}
