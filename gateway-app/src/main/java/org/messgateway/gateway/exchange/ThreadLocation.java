package org.messgateway.gateway.exchange;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/** Location of one copy of a thread, whether or not the copy exists. */
public record ThreadLocation(StateFolder stateFolder, Ref ref, ThreadLayout layout) {

  /**
   * The location of an entry in a state folder, by its name alone; empty for dot files, temporary
   * files and names that cannot be a ref.
   */
  public static Optional<ThreadLocation> named(StateFolder stateFolder, String name) {
    if (ignored(name)) {
      return Optional.empty();
    }
    ThreadLayout layout = ThreadLayout.ofName(name);
    String ref = name.substring(0, name.length() - layout.suffix().length());
    Ref checked = Ref.of(ref).orElse(null);
    return checked == null
        ? Optional.empty()
        : Optional.of(new ThreadLocation(stateFolder, checked, layout));
  }

  /** The location of a path as {@link #relative()} gives it. */
  public static Optional<ThreadLocation> parse(String relative) {
    int slash = relative.indexOf('/');
    return slash < 0
        ? Optional.empty()
        : StateFolder.named(relative.substring(0, slash))
            .flatMap(stateFolder -> named(stateFolder, relative.substring(slash + 1)));
  }

  /** Whether readers ignore a name: a hidden file, or a temporary file of a writer. */
  public static boolean ignored(String name) {
    return name.startsWith(".") || name.endsWith("~") || name.endsWith(".tmp");
  }

  /** Name in the state folder. */
  public String name() {
    return ref.value().concat(layout.suffix());
  }

  /** Path relative to the exchange's root, with {@code /}. */
  public String relative() {
    return stateFolder.name().concat("/").concat(name());
  }

  /**
   * The path beneath a root.
   *
   * @throws InvalidPathException when the system's character set cannot write the ref (a Java
   *     started without a UTF-8 locale)
   */
  public Path in(Path root) {
    return root.resolve(stateFolder.name()).resolve(name());
  }

  /** Whether the state folder fits a status. */
  public boolean fits(ThreadStatus status) {
    return stateFolder.fits(status);
  }

  /** Written out: compared for each event of a thread. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ThreadLocation that
        && layout == that.layout
        && ref.equals(that.ref)
        && stateFolder.equals(that.stateFolder);
  }

  @Override
  public int hashCode() {
    return (ref.hashCode() * 31 + layout.ordinal()) * 31 + stateFolder.hashCode();
  }

  @Override
  public String toString() {
    return relative();
  }
}
