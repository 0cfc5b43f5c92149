package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The id of an exchange: random, made once, kept in {@code .gateway/exchange-id}, so that it goes
 * with the directory wherever that is moved. It is part of every delivery's identity.
 */
final class ExchangeId {

  private static final Logger log = LoggerFactory.getLogger(ExchangeId.class);
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
  private static final int BYTES = 8;

  private final Path root;
  private final Path own;
  private final Path file;

  ExchangeId(Path root) {
    this.root = root;
    this.own = root.resolve(ExchangeDirectory.OWN);
    this.file = own.resolve("exchange-id");
  }

  String get(ExchangeDirectory.Access access) throws IOException {
    if (!Files.exists(file) && access == ExchangeDirectory.Access.WRITE) {
      tryCreate();
    }
    return Files.exists(file) ? read() : fromPath();
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

  /** Mode 700 and invisible to git: what lies in there is nobody else's business. */
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
    log.warn(
        "The exchange {} has no id of its own and none can be written into it; one is derived from"
            + " its path. Do not move it, or executors are told again about open threads.",
        root);
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
