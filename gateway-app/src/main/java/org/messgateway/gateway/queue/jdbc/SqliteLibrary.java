package org.messgateway.gateway.queue.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite itself, which lies in its driver's jar for all systems. Left alone the driver finds out
 * which system this is, unpacks it, and compares it, at every start; kept in a folder that {@link
 * #PATH} names it is just loaded.
 */
public final class SqliteLibrary {

  /** The system property that names the folder; the driver's own. */
  public static final String PATH = "org.sqlite.lib.path";

  private SqliteLibrary() {}

  /**
   * Puts that of this system into a folder.
   *
   * @return false, with nothing left there, when it cannot be loaded from there
   * @throws IOException when it cannot be written
   */
  public static boolean keepIn(Path folder) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      if (library == null) {
        return false;
      }
      Path file = folder.resolve(name);
      Files.copy(library, file);
      return loads(file);
    }
  }

  /**
   * Makes the driver and the library ready; whoever opens a queue next finds them so. Any thread.
   *
   * @throws IllegalStateException when it cannot be loaded; whoever opens a queue hears why
   */
  public static void prepare() {
    try {
      DriverManager.getConnection("jdbc:sqlite::memory:").close();
    } catch (SQLException e) {
      throw new IllegalStateException("SQLite cannot be made ready", e);
    }
  }

  /** A mount may forbid it. */
  @SuppressWarnings("restricted") // As its driver does.
  private static boolean loads(Path file) throws IOException {
    try {
      System.load(file.toAbsolutePath().toString());
      return true;
    } catch (UnsatisfiedLinkError e) {
      Files.delete(file);
      return false;
    }
  }
}
