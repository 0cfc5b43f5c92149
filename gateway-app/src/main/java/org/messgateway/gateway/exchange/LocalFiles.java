package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.home.SecureFolder;

/**
 * Files of this machine that threads may name by {@code file://}: files whose real path lies in a
 * folder that the operator permits ({@code exchange.files}). Checked and opened from that folder
 * down at each use, so that nobody who writes there can swap a folder for a link in between.
 *
 * @param largest bytes; larger files are not opened
 */
public record LocalFiles(List<Path> folders, long largest) {

  /** Permits no file. */
  public static final LocalFiles NONE = new LocalFiles(List.of(), 0);

  public LocalFiles {
    folders = List.copyOf(folders);
  }

  /**
   * A permitted file at the time of the check.
   *
   * @param folder the permitted folder, as the operator named it
   * @param path of the file beneath it, without links
   * @param size bytes
   */
  public record Found(Path folder, Path path, long size) {

    public String name() {
      return String.valueOf(path.getFileName());
    }

    /**
     * Opens the file, name by name beneath the permitted folder; the caller closes it.
     *
     * @throws NoSuchFileException also when a name on the way has become a link or another thing
     */
    public InputStream open() throws IOException {
      return Channels.newInputStream(beneath(folder, path, SecureFolder::read));
    }
  }

  /** What is done in the folder that holds a file. */
  @FunctionalInterface
  private interface Use<T> {
    T with(SecureFolder folder, String name) throws IOException;
  }

  private static <T> T beneath(Path folder, Path file, Use<T> use) throws IOException {
    try (SecureFolder permitted = SecureFolder.open(folder)) {
      return beneath(permitted, file, use);
    } catch (NotDirectoryException swapped) {
      throw new NoSuchFileException(file.toString(), null, "a link or a file lies on its way");
    }
  }

  private static <T> T beneath(SecureFolder outer, Path file, Use<T> use) throws IOException {
    String first = file.getName(0).toString();
    if (file.getNameCount() == 1) {
      return use.with(outer, first);
    }
    try (SecureFolder inner = outer.folder(first)) {
      return beneath(inner, file.subpath(1, file.getNameCount()), use);
    }
  }

  /** The file of a URI; empty when it is not on this machine or not permitted. */
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

  /** Where the path leads is only a hint: what lies there is looked at from the folder down. */
  private Optional<Found> found(Path real) throws IOException {
    for (Path folder : folders) {
      Optional<Path> path = beneath(folder, real);
      if (path.isPresent()) {
        BasicFileAttributes file = beneath(folder, path.get(), SecureFolder::attributes);
        return file.isRegularFile() && file.size() <= largest
            ? Optional.of(new Found(folder, path.get(), file.size()))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> beneath(Path folder, Path file) {
    try {
      Path real = folder.toRealPath();
      return file.startsWith(real) && !file.equals(real)
          ? Optional.of(real.relativize(file))
          : Optional.empty();
    } catch (IOException notThere) {
      return Optional.empty();
    }
  }
}
