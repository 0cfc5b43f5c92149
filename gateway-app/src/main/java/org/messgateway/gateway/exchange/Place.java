package org.messgateway.gateway.exchange;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.messgateway.api.mess.ThreadStatus;

/** Where one copy of a thread lies. Says nothing of whether anything is there. */
public record Place(StateFolder top, Ref ref, Form form) {

  /**
   * The place that a name in a state folder stands for, judged by the name alone; empty for names
   * that are no thread's: dot files, temporary files, names that cannot be a ref.
   */
  public static Optional<Place> named(StateFolder top, String name) {
    if (ignored(name)) {
      return Optional.empty();
    }
    Form form = Form.ofName(name);
    String ref = name.substring(0, name.length() - form.suffix().length());
    return Ref.of(ref).map(checked -> new Place(top, checked, form));
  }

  /** The place of a path relative to the exchange's root, as {@link #relative()} gives it. */
  public static Optional<Place> parse(String relative) {
    int slash = relative.indexOf('/');
    return slash < 0
        ? Optional.empty()
        : StateFolder.named(relative.substring(0, slash))
            .flatMap(top -> named(top, relative.substring(slash + 1)));
  }

  /** Whether a name is nobody's business: hidden, or of a writer that is not done. */
  static boolean ignored(String name) {
    return name.startsWith(".") || name.endsWith("~") || name.endsWith(".tmp");
  }

  /** Name in its state folder. */
  public String name() {
    return ref.value() + form.suffix();
  }

  /** Path relative to the exchange's root, with {@code /}. */
  public String relative() {
    return top.name() + "/" + name();
  }

  /**
   * The path beneath a root.
   *
   * @throws InvalidPathException when the system's character set cannot write the ref (a Java
   *     started without a UTF-8 locale)
   */
  public Path in(Path root) {
    return root.resolve(top.name()).resolve(name());
  }

  /** Whether a thread of that status belongs here. */
  public boolean fits(ThreadStatus status) {
    return top.folder() == status.folder();
  }

  @Override
  public String toString() {
    return relative();
  }
}
