package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertEquals(Optional.of(shown.toRealPath()), files.permitted(shown.toUri().toString()));
    assertEquals(
        Optional.of(shown.toRealPath()),
        files.permitted("file://localhost" + shown.toUri().getRawPath()));
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
