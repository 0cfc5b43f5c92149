package org.messgateway.gateway.config;

import java.nio.file.Path;
import java.util.List;

/**
 * The exchange: a directory on this machine.
 *
 * @param path the folder that holds {@code state=received} and the others
 * @param files folders beneath which a {@code file://} in a thread may be read
 */
public record ExchangeConfig(Path path, List<Path> files) {

  public ExchangeConfig {
    files = List.copyOf(files);
  }
}
