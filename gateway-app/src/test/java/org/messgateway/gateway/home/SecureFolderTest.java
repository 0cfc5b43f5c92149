package org.messgateway.gateway.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecureFolderTest {

  @TempDir private Path temp;
  private Path inner;
  private Path outside;

  @BeforeEach
  void twoFolders() throws IOException {
    inner = Files.createDirectories(temp.resolve("root/inner"));
    Files.writeString(inner.resolve("file"), "mine");
    outside = Files.createDirectories(temp.resolve("outside"));
    Files.writeString(outside.resolve("file"), "secret");
  }

  private static String text(SecureFolder folder, String name) throws IOException {
    try (FileChannel file = folder.read(name)) {
      ByteBuffer bytes = ByteBuffer.allocate(100);
      int length = file.read(bytes);
      return new String(bytes.array(), 0, length, java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private void swap() throws IOException {
    Files.move(inner, temp.resolve("moved"));
    Files.createSymbolicLink(inner, outside);
  }

  @Test
  void whatIsOpenStaysWhatItWas() throws IOException {
    try (SecureFolder root = SecureFolder.open(temp.resolve("root"));
        SecureFolder folder = root.folder("inner")) {
      swap();
      assertEquals("mine", text(folder, "file"));
      folder.create("new").close();
      folder.move("file", folder, "other");
      folder.delete("other");
      assertEquals("secret", Files.readString(outside.resolve("file")));
      assertFalse(Files.exists(outside.resolve("new")));
      assertTrue(Files.exists(temp.resolve("moved/new")));
    }
  }

  @Test
  void aLinkIsNoFolderAndNoFile() throws IOException {
    Files.createSymbolicLink(temp.resolve("root/link"), outside);
    Files.createSymbolicLink(inner.resolve("link"), outside.resolve("file"));
    try (SecureFolder root = SecureFolder.open(temp.resolve("root"));
        SecureFolder folder = root.folder("inner")) {
      assertThrows(NotDirectoryException.class, () -> root.folder("link"));
      assertThrows(
          NotDirectoryException.class, () -> SecureFolder.in(temp.resolve("root"), "link"));
      assertThrows(NoSuchFileException.class, () -> folder.read("link"));
      assertThrows(IOException.class, () -> folder.create("link"));
      assertThrows(NoSuchFileException.class, () -> folder.flush("link"));
    }
  }

  @Test
  void aLinkIsDeletedAndNotWhatItLeadsTo() throws IOException {
    Files.createSymbolicLink(inner.resolve("link"), outside);
    try (SecureFolder root = SecureFolder.open(temp.resolve("root"))) {
      root.delete("inner");
    }
    assertFalse(Files.exists(inner));
    assertTrue(Files.exists(outside.resolve("file")));
  }

  @Test
  @Timeout(10)
  void aPipeHoldsNothingUp() throws Exception {
    assumeTrue(
        new ProcessBuilder("mkfifo", inner.resolve("pipe").toString()).start().waitFor() == 0);
    try (SecureFolder root = SecureFolder.open(temp.resolve("root"));
        SecureFolder folder = root.folder("inner")) {
      assertThrows(NoSuchFileException.class, () -> folder.read("pipe"));
      assertThrows(NotDirectoryException.class, () -> folder.folder("pipe"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutSecureStreamsAFolderThatWasSwappedIsNoticed(boolean compared) throws IOException {
    try (SecureFolder root = SecureFolder.open(temp.resolve("root"), compared);
        SecureFolder folder = root.folder("inner")) {
      assertEquals("mine", text(folder, "file"));
      folder.create("new").close();
      folder.move("new", root, "moved");
      root.delete("moved");
      swap();
      if (compared) {
        assertThrows(NoSuchFileException.class, () -> folder.read("file"));
        assertThrows(NoSuchFileException.class, () -> folder.create("new"));
        assertThrows(NoSuchFileException.class, () -> folder.move("file", folder, "other"));
        assertThrows(NoSuchFileException.class, () -> folder.delete("file"));
      } else {
        assertEquals("mine", text(folder, "file"));
      }
      assertEquals("secret", Files.readString(outside.resolve("file")));
    }
  }
}
