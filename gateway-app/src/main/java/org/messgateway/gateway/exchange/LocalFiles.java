package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files of this machine that threads may name by {@code file://}: those that lie, by their real
 * path, beneath a folder the operator permits ({@code exchange.files}), and no others.
 */
public record LocalFiles(List<Path> folders) {

  /** None at all. */
  public static final LocalFiles NONE = new LocalFiles(List.of());

  public LocalFiles {
    folders = List.copyOf(folders);
  }

  /** The real file that a URI means; empty when it is none of this machine, or not permitted. */
  public Optional<Path> permitted(String uri) {
    return path(uri).filter(this::beneath);
  }

  private static Optional<Path> path(String uri) {
    try {
      URI parsed = URI.create(uri);
      boolean here = parsed.getHost() == null || parsed.getHost().equals("localhost");
      if (!"file".equalsIgnoreCase(parsed.getScheme()) || !here || parsed.getPath() == null) {
        return Optional.empty();
      }
      Path real = Path.of(parsed.getPath()).toRealPath();
      return Files.isRegularFile(real) ? Optional.of(real) : Optional.empty();
    } catch (IOException | IllegalArgumentException notHere) {
      return Optional.empty();
    }
  }

  private boolean beneath(Path file) {
    return folders.stream()
        .anyMatch(folder -> {
          try {
            return file.startsWith(folder.toRealPath());
          } catch (IOException notThere) {
            return false;
          }
        });
  }
}
