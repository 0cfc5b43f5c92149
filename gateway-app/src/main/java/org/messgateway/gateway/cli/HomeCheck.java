package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What about a home directory will bite later: secrets others can read, file systems that lose
 * locks.
 */
final class HomeCheck {

  /** File systems on which locks or events cannot be relied upon. */
  private static final Set<String> REMOTE =
      Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afpfs", "webdav");

  private static final List<String> SYNCED =
      List.of("dropbox", "onedrive", "google drive", "icloud", "nextcloud", "syncthing");

  private HomeCheck() {}

  static List<String> of(Path home) {
    List<String> troubles = new ArrayList<>();
    try {
      secrets(home.resolve("secrets.env"), troubles);
      store(home, troubles);
    } catch (IOException e) {
      troubles.add(home + " cannot be looked at: " + e.getMessage());
    }
    return troubles;
  }

  private static void secrets(Path file, List<String> troubles) throws IOException {
    if (!Files.exists(file) || !Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
    if (rights.contains(PosixFilePermission.GROUP_READ)
        || rights.contains(PosixFilePermission.OTHERS_READ)) {
      troubles.add(file + " can be read by others.\n      -> chmod 600 " + file);
    }
  }

  private static void store(Path home, List<String> troubles) throws IOException {
    String type = Files.getFileStore(home).type().toLowerCase(Locale.ROOT);
    String path = home.toRealPath().toString().toLowerCase(Locale.ROOT);
    boolean synced = SYNCED.stream().anyMatch(path::contains);
    if (REMOTE.contains(type) || synced) {
      String what = synced ? "is kept in step by a synchronising program" : "is on " + type;
      troubles.add(
          home
              + " "
              + what
              + ": the queue's database may be damaged there.\n"
              + "      -> store: { url: \"jdbc:sqlite:/var/lib/mess/queue.db\" }");
    }
  }
}
