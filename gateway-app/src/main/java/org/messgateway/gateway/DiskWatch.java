package org.messgateway.gateway;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.messgateway.gateway.trouble.Cause;
import org.messgateway.gateway.trouble.Trouble;
import org.messgateway.gateway.trouble.TroubleBook;

/** Looks whether the disks the gateway writes to still have room, before they have none. */
record DiskWatch(TroubleBook book, List<Path> folders) {

  /** An answer with its photos needs about this much; 2 % for small disks. */
  private static final long ENOUGH = 64L << 20;

  private static final int SHARE = 50;

  boolean turn() throws IOException {
    for (Path folder : folders) {
      FileStore disk = Files.getFileStore(folder);
      long left = disk.getUsableSpace();
      if (left < Math.min(ENOUGH, disk.getTotalSpace() / SHARE)) {
        book.report(
            new Trouble(
                Cause.DISK,
                folder.toString(),
                "The disk of %s is full: %d MB left".formatted(folder, left >> 20),
                "make room; nothing is lost, what waits goes on by itself"));
      } else {
        book.mended(Cause.DISK, folder.toString());
      }
    }
    return false;
  }
}
