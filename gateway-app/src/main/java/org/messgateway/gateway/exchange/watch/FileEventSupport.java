package org.messgateway.gateway.exchange.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a file system reports changes by others. File systems shared between machines do not. */
final class FileEventSupport {

  private static final Logger log = LoggerFactory.getLogger(FileEventSupport.class);
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

  private FileEventSupport() {}

  static boolean of(Path root) {
    try {
      return trusts(Files.getFileStore(root).type());
    } catch (IOException e) {
      log.debug("Cannot tell the file system of {}: {}", root, e.toString());
      return true;
    }
  }

  static boolean trusts(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return !SHARED.contains(name) && !name.startsWith("fuse");
  }
}
