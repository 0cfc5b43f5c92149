package org.messgateway.gateway.ops;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reports a trouble while a disk that the gateway writes to has less than 64 MiB, or less than 2 %
 * of a small disk.
 */
public record DiskSpaceMonitor(ActiveTroubles troubles, List<Path> folders) {

  /** An answer with its photos needs about this much. */
  private static final long ENOUGH = 64L << 20;

  private static final int SHARE = 50;

  /** Checks all disks once. */
  public void look() throws IOException {
    for (Path folder : folders) {
      FileStore disk = Files.getFileStore(folder);
      long left = disk.getUsableSpace();
      if (left < Math.min(ENOUGH, disk.getTotalSpace() / SHARE)) {
        troubles.report(
            new Trouble(
                TroubleCause.DISK,
                folder.toString(),
                "The disk of %s is full: %d MB left".formatted(folder, left >> 20),
                "make room; nothing is lost, what waits goes on by itself"));
      } else {
        troubles.mended(TroubleCause.DISK, folder.toString());
      }
    }
  }
}
