package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a task as copies in a folder. */
final class SavedFilesTest {

  @TempDir private Path folder;

  private static AttachedFile file(String title, AttachedFile.Content content) {
    return new AttachedFile(0, title, "text/plain", 2, content);
  }

  private static AttachedFile file(String title) {
    return file(title, () -> new ByteArrayInputStream("hi".getBytes(UTF_8)));
  }

  @Test
  void aFileThatCannotBeReadIsToldAndThoseBehindItAreSaved() throws IOException {
    AttachedFile broken =
        file(
            "broken.bin",
            () -> {
              throw new IOException("broken.bin is not encoded as it says");
            });
    AttachedFile behind = file("behind.txt");
    SavedFiles.Saved saved = new SavedFiles(folder).save(List.of(broken, behind));
    assertEquals("hi", Files.readString(saved.places().getOrDefault(behind, folder)));
    assertEquals(
        List.of("not saved: broken.bin: broken.bin is not encoded as it says"), saved.failures());
  }

  @Test
  void aLongNameKeepsItsEndAndEveryCharacterOfItWhole() throws IOException {
    for (String title : List.of("ü".repeat(300) + ".txt", "z" + "𠀋".repeat(90) + ".txt")) {
      SavedFiles.Saved saved = new SavedFiles(folder).save(List.of(file(title), file(title)));
      assertEquals(List.of(), saved.failures(), title);
      String name = file(title).safeName(UTF_8);
      assertTrue(name.endsWith(".txt") && UTF_8.newEncoder().canEncode(name), name);
      assertTrue(name.getBytes(UTF_8).length > 190, name);
    }
  }

  @Test
  void whatTheDiskCannotWriteIsReplaced() {
    assertEquals("M_ll.txt", file("Müll.txt").safeName(StandardCharsets.US_ASCII));
    assertEquals("Müll.txt", file("Müll.txt").safeName(StandardCharsets.ISO_8859_1));
    assertEquals("file", file("..//").safeName(UTF_8));
  }
}
