package org.messgateway.gateway.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** {@code .gateway/}: only its owner may look into it, and no exchange in git takes it along. */
public final class GatewayFolder {

  private static final String MODE = "rwx------";

  private GatewayFolder() {}

  /**
   * Makes the folder where it is missing and narrows its mode where it is wider.
   *
   * @throws IOException when it cannot be made, or something else has its name
   */
  public static Path prepare(Path folder) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(folder, posix ? ownerOnly() : new FileAttribute<?>[0]);
    if (posix) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(MODE));
    }
    ignore(folder.resolve(".gitignore"));
    return folder;
  }

  private static FileAttribute<?>[] ownerOnly() {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(MODE))
    };
  }

  private static void ignore(Path file) throws IOException {
    // Whoever wrote another one had a reason.
    if (!Files.exists(file)) {
      Files.writeString(file, "*\n", UTF_8, StandardOpenOption.CREATE_NEW);
    }
  }
}
