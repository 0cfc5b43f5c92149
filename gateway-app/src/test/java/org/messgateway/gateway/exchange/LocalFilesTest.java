package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFilesTest {

  @TempDir private Path folder;
  private Path shown;
  private Path secret;
  private LocalFiles files;

  @BeforeEach
  void aFolderThatIsPermitted() throws IOException {
    Path permitted = Files.createDirectory(folder.resolve("photos"));
    shown = Files.writeString(permitted.resolve("fridge door.jpg"), "a picture");
    secret = Files.writeString(folder.resolve("secret.txt"), "a secret");
    files = new LocalFiles(List.of(permitted), 1_000);
  }

  @Test
  void aFileBeneathAPermittedFolderIsShown() throws IOException {
    LocalFiles.Found found =
        new LocalFiles.Found(Objects.requireNonNull(shown.getParent()), shown.getFileName(), 9);
    assertEquals(Optional.of(found), files.permitted(shown.toUri().toString()));
    assertEquals(
        Optional.of(found), files.permitted("file://localhost" + shown.toUri().getRawPath()));
    try (InputStream bytes = found.open()) {
      assertEquals("a picture", new String(bytes.readAllBytes(), UTF_8));
    }
  }

  @Test
  void aLargerOneIsNot() throws IOException {
    Files.write(shown, new byte[1_000]);
    assertTrue(files.permitted(shown.toUri().toString()).isPresent());
    Files.write(shown, new byte[1_001]);
    assertEquals(Optional.empty(), files.permitted(shown.toUri().toString()));
  }

  @Test
  void aLinkThatTakesItsPlaceMeanwhileIsNotFollowed() throws IOException {
    LocalFiles.Found found = files.permitted(shown.toUri().toString()).orElseThrow();
    Files.delete(shown);
    Files.createSymbolicLink(shown, secret);
    assertThrows(IOException.class, found::open);
  }

  @Test
  void norIsOneInThePlaceOfAFolder() throws IOException {
    Path inner = Files.createDirectory(shown.resolveSibling("inner"));
    Path file = Files.writeString(inner.resolve("secret.txt"), "a picture");
    LocalFiles.Found found = files.permitted(file.toUri().toString()).orElseThrow();
    Files.move(inner, folder.resolve("elsewhere"));
    Files.createSymbolicLink(inner, folder);
    assertThrows(IOException.class, found::open);
  }

  @Test
  void aFileElsewhereIsNot() {
    assertEquals(Optional.empty(), files.permitted(secret.toUri().toString()));
    assertEquals(Optional.empty(), LocalFiles.NONE.permitted(shown.toUri().toString()));
  }

  @Test
  void noWayLeadsOut() throws IOException {
    Path link = Files.createSymbolicLink(shown.resolveSibling("link.txt"), secret);
    assertEquals(Optional.empty(), files.permitted(link.toUri().toString()));
    String permitted = folder.resolve("photos").toUri().toString();
    String up = permitted + "../secret.txt";
    assertEquals(Optional.empty(), files.permitted(up));
    assertEquals(Optional.empty(), files.permitted(up.replace("..", "%2e%2e")));
    assertEquals(Optional.empty(), files.permitted(permitted));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file://elsewhere/etc/passwd",
        "file:relative",
        "file:///etc/pass\u0000wd",
        "file:///nothing/here",
        "file:",
        "https://example.com/x",
        "not a uri",
        ""
      })
  void whatIsNoFileOfThisMachineIsNot(String uri) {
    assertEquals(Optional.empty(), files.permitted(uri));
  }
}
