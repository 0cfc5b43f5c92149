package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The machine is at fault: its clock, its disk, who swaps its folders. In the quick version. */
@Tag("proof")
class MachineFaultsIT {

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void nothingIsLostByAWrongClockAFullDiskAndSwappedFolders() throws IOException {
    FaultsIT.assertHeld(
        folder,
        List.of(
            "clock set back while robots fail",
            "disk full, exchange and queue",
            "folders swapped for links"));
  }
}
