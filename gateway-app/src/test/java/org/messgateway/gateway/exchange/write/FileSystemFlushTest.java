package org.messgateway.gateway.exchange.write;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemFlushTest {

  @TempDir private Path temp;
  private FileSystemFlush flush;

  @BeforeEach
  void onLinux() {
    Optional<FileSystemFlush> known = FileSystemFlush.ofThisSystem();
    assumeTrue(known.isPresent(), "no such system");
    flush = known.orElseThrow();
  }

  @Test
  void aFolderOfAnyNameIsFlushed() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("état du ménage"));
    Files.writeString(folder.resolve("file"), "text");

    assertDoesNotThrow(() -> flush.flush(folder));
  }

  @Test
  void whatCannotBeFlushedIsSaid() {
    Path missing = temp.resolve("missing");

    IOException said = assertThrows(IOException.class, () -> flush.flush(missing));
    assertTrue(String.valueOf(said.getMessage()).contains(missing.toString()), said.getMessage());
  }
}
