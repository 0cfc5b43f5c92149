package org.messgateway.gateway.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder {@code .gateway/}: readable by its owner only, and ignored by git. */
public final class GatewayFolder {

  private static final String MODE = "rwx------";

  private GatewayFolder() {}

  /**
   * Makes the folder if it is missing, and sets its mode to 700.
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
    // An operator's own file stays; an empty one is what a full disk left.
    if (!Files.exists(file) || Files.size(file) == 0) {
      try {
        Files.writeString(file, "*\n", UTF_8);
      } catch (IOException e) {
        throw new IOException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
      }
    }
  }
}
