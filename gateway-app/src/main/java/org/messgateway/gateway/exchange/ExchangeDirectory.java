package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.messgateway.api.mess.ThreadFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange on disk: its root, its state folders and its id.
 *
 * <p>Immutable; thread-safe.
 *
 * @param root real path
 * @param id 16 hexadecimal digits, unchanged for the life of the exchange
 */
public record ExchangeDirectory(Path root, String id) {

  private static final Logger log = LoggerFactory.getLogger(ExchangeDirectory.class);

  /** Folder of the gateway's own files; holds no thread. */
  static final String OWN = ".gateway";

  /** Permitted use of an exchange. */
  public enum Access {
    /** Missing state folders and the id are created. */
    WRITE,
    /** Nothing is created. */
    READ
  }

  /**
   * Opens an exchange.
   *
   * @throws IOException when the directory is missing and cannot be created, or its id is damaged;
   *     the message says what to do
   */
  public static ExchangeDirectory open(Path path, Access access) throws IOException {
    if (access == Access.WRITE) {
      Files.createDirectories(path);
    }
    Path root = path.toRealPath();
    if (!Files.isDirectory(root)) {
      throw new IOException(
          "The exchange " + root + " is not a directory; set exchange.path to one.");
    }
    if (access == Access.WRITE) {
      createFolders(root);
    }
    return new ExchangeDirectory(root, new ExchangeId(root).get(access));
  }

  private static void createFolders(Path root) {
    for (ThreadFolder folder : ThreadFolder.values()) {
      try {
        Files.createDirectories(root.resolve(folder.directory()));
      } catch (IOException e) {
        // Threads can still be read and delivered.
        log.warn(
            "Cannot create {} in the exchange {}: {}. Make the exchange writable for this user.",
            folder.directory(),
            root,
            e.toString());
      }
    }
  }

  /** Path of a state folder, whether or not it exists. */
  public Path path(StateFolder stateFolder) {
    return root.resolve(stateFolder.name());
  }

  /** The state folders that exist in the exchange itself. */
  public List<StateFolder> folders() {
    return StateFolder.all().stream().filter(this::isListed).toList();
  }

  /** The months of the archive, the latest first; none where there is no archive. */
  public List<StateFolder> archive() throws IOException {
    Path archive = root.resolve(StateFolder.ARCHIVE);
    if (!Files.isDirectory(archive, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    List<StateFolder> months = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(archive)) {
      for (Path entry : entries) {
        StateFolder.archived(entry.getFileName().toString())
            .filter(this::isListed)
            .ifPresent(months::add);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    months.sort(Comparator.comparing(StateFolder::name).reversed());
    return months;
  }

  /** A linked folder leads out of the exchange, or is a second name of another state folder. */
  private boolean isListed(StateFolder stateFolder) {
    return Files.isDirectory(path(stateFolder), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Whether the exchange exists; false where its disk is absent and an empty mount point is left.
   */
  public boolean present() {
    return Files.isReadable(root) && !folders().isEmpty();
  }

  /** Whether no gateway, and nobody else, has ever put anything here. */
  public boolean unused() {
    return Files.isReadable(root)
        && folders().isEmpty()
        && !Files.exists(root.resolve(OWN).resolve(ExchangeId.FILE));
  }

  /**
   * Creates a missing folder in the exchange, but never the exchange itself: an exchange in an
   * empty mount point would seem to have lost all its threads.
   *
   * @throws NoSuchFileException when the exchange is absent
   */
  public Path make(Path folder) throws IOException {
    // Checked first, because creating an existing folder costs an exception.
    if (!Files.isDirectory(folder)) {
      if (!present()) {
        throw new NoSuchFileException(root.toString(), null, "the exchange is not there");
      }
      makeFromRoot(folder);
    }
    return folder;
  }

  private void makeFromRoot(Path folder) throws IOException {
    Path step = root;
    for (Path name : root.relativize(folder)) {
      step = step.resolve(name);
      try {
        Files.createDirectory(step);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(step)) {
          throw e;
        }
      }
    }
  }

  /** A subfolder of the gateway's own folder. */
  public Path gatewayFolder(String name) {
    return root.resolve(OWN).resolve(name);
  }

  /**
   * The id of an exchange: random, made once, kept in {@code .gateway/exchange-id}, so that it goes
   * with the directory wherever that is moved. It is part of every delivery's identity.
   */
  static final class ExchangeId {

    private static final Logger log = LoggerFactory.getLogger(ExchangeId.class);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final int BYTES = 8;
    static final String FILE = "exchange-id";

    private final Path root;
    private final Path own;
    private final Path file;

    ExchangeId(Path root) {
      this.root = root;
      this.own = root.resolve(ExchangeDirectory.OWN);
      this.file = own.resolve(FILE);
    }

    String get(ExchangeDirectory.Access access) throws IOException {
      if (!Files.exists(file) && access == ExchangeDirectory.Access.WRITE) {
        tryCreate();
      }
      if (Files.exists(file)) {
        return read();
      }
      // A command that only reads says nothing: the first run makes the id.
      if (access == ExchangeDirectory.Access.WRITE) {
        log.warn(
            "The exchange {} has no id of its own and none can be written into it; one is derived"
                + " from its path. Do not move it, or executors are told again about open threads.",
            root);
      }
      return fromPath();
    }

    private String read() throws IOException {
      String id = Files.readString(file).strip();
      if (!ID.matcher(id).matches()) {
        throw new IOException(
            file
                + " does not hold 16 hexadecimal digits. Restore it from a copy; if there is none,"
                + " delete it (executors may then be told a second time about open threads).");
      }
      return id;
    }

    private void tryCreate() {
      try {
        create();
      } catch (IOException e) {
        log.warn("Cannot create {}: {}", file, e.toString());
      }
    }

    private void create() throws IOException {
      createOwnDirectory();
      byte[] random = new byte[BYTES];
      new SecureRandom().nextBytes(random);
      Path whole = Files.createTempFile(own, "exchange-id", ".tmp");
      try {
        Files.writeString(whole, HexFormat.of().formatHex(random) + "\n");
        // A link fails where a file is: of two gateways that start at once one id stays.
        Files.createLink(file, whole);
      } catch (FileAlreadyExistsException e) {
        log.debug("Another gateway made {} first", file);
      } catch (UnsupportedOperationException e) {
        Files.move(whole, file);
      } finally {
        Files.deleteIfExists(whole);
      }
    }

    /** Mode 700, and ignored by git: the folder holds private files. */
    private void createOwnDirectory() throws IOException {
      if (!Files.exists(own)) {
        Files.createDirectory(own, onlyOurs(own));
        Files.writeString(own.resolve(".gitignore"), "*\n");
      }
    }

    private static FileAttribute<?>[] onlyOurs(Path path) {
      return path.getFileSystem().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          }
          : new FileAttribute<?>[0];
    }

    private String fromPath() {
      return HexFormat.of()
          .formatHex(Arrays.copyOf(sha256().digest(root.toString().getBytes(UTF_8)), BYTES));
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }
  }
}
