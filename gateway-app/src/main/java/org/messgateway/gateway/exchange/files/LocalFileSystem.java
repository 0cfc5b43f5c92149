package org.messgateway.gateway.exchange.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a file system is of this machine alone. Those shared between machines report no changes
 * by others, and may keep a call waiting for as long as the other machine is away.
 */
public final class LocalFileSystem {

  private static final Logger log = LoggerFactory.getLogger(LocalFileSystem.class);
  private static final Set<String> SHARED =
      Set.of(
          "9p",
          "afs",
          "ceph",
          "cifs",
          "drvfs",
          "nfs",
          "nfs4",
          "prl_fs",
          "smb2",
          "smb3",
          "smbfs",
          "vboxsf",
          "virtiofs",
          "vmhgfs");

  private LocalFileSystem() {}

  /** Whether it is; true where the system does not say. */
  public static boolean of(Path root) {
    try {
      return isLocal(Files.getFileStore(root).type());
    } catch (IOException e) {
      log.debug("Cannot tell the file system of {}: {}", root, e.toString());
      return true;
    }
  }

  /** Whether file systems of this type are. */
  public static boolean isLocal(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return !SHARED.contains(name) && !name.startsWith("fuse");
  }
}
