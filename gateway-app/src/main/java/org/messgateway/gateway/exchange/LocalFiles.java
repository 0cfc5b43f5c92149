package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * Files of this machine that threads may name by {@code file://}: those that lie, by their real
 * path, beneath a folder the operator permits ({@code exchange.files}), and no others. Looked at
 * anew each time.
 *
 * @param largest bytes; a larger file is not handed out
 */
public record LocalFiles(List<Path> folders, long largest) {

  /** None at all. */
  public static final LocalFiles NONE = new LocalFiles(List.of(), 0);

  public LocalFiles {
    folders = List.copyOf(folders);
  }

  /**
   * One of them, as it stood when it was looked for.
   *
   * @param path the real one
   * @param size bytes
   */
  public record Found(Path path, long size) {

    public String name() {
      return String.valueOf(path.getFileName());
    }

    /**
     * Opens it; whoever calls closes it.
     *
     * @throws NoSuchFileException also when the path leads elsewhere by now
     */
    public InputStream open() throws IOException {
      InputStream bytes =
          Files.newInputStream(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      boolean same = false;
      try {
        // Who may write there may have put a link in the place of a folder since it was looked at.
        same = path.equals(path.toRealPath());
      } finally {
        if (!same) {
          bytes.close();
        }
      }
      if (!same) {
        throw new NoSuchFileException(path.toString());
      }
      return bytes;
    }
  }

  /** The file that a URI means; empty when it is none of this machine, or not permitted. */
  public Optional<Found> permitted(String uri) {
    try {
      URI parsed = URI.create(uri);
      boolean here = parsed.getHost() == null || parsed.getHost().equals("localhost");
      if (!"file".equalsIgnoreCase(parsed.getScheme()) || !here || parsed.getPath() == null) {
        return Optional.empty();
      }
      return found(Path.of(parsed.getPath()).toRealPath());
    } catch (IOException | IllegalArgumentException notHere) {
      return Optional.empty();
    }
  }

  private Optional<Found> found(Path real) throws IOException {
    return beneath(real) && Files.isRegularFile(real)
        ? Optional.of(new Found(real, Files.size(real))).filter(file -> file.size() <= largest)
        : Optional.empty();
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
