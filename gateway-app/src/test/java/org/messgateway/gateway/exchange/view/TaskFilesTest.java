package org.messgateway.gateway.exchange.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.reconcile.FlowScene;
import org.messgateway.testkit.Conforms;

/** A task that bob answered with files; whoever guesses their addresses gets what it may see. */
final class TaskFilesTest {

  private static final String REMOTE = "https://pictures.example/bob.jpg";

  @TempDir private Path home;
  @TempDir private Path photos;
  private FlowScene scene;
  private TaskFiles files;
  private LoadedThread thread;

  @BeforeEach
  void aTaskThatBobAnswered() throws IOException {
    scene = new FlowScene(home);
    Path folder = Files.createDirectories(home.resolve("state=received").resolve("t1"));
    Path local = Files.writeString(photos.resolve("x.jpg"), "on disk");
    scene.write(folder.resolve("att-001-image-shelf.jpg"), "shelf");
    scene.write(folder.resolve("att-002-image-bobs.jpg"), "bobs");
    scene.write(folder.resolve("att-003-image-nobodys.jpg"), "nobodys");
    scene.write(
        folder.resolve("000-t1.messe-af.yaml"),
        scene.task("t1", "claimed", "context: [{image: {file: att-001-image-shelf.jpg}}]")
            + """
            ---
            from: bob
            MESS:
              - status: {code: claimed}
              - response:
                  content:
                    - image: {file: att-002-image-bobs.jpg}
                    - image: data:image/png;base64,iVBO
                    - image: %s
                    - file: %s
            """
                .formatted(REMOTE, local.toUri()));
    files = new TaskFiles(scene.exchange, () -> new LocalFiles(List.of(photos), 100));
    thread = scene.loaded("t1");
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private static Viewer viewer(String who) {
    return who.equals("boss") ? new Viewer(who, true) : new Viewer(who, false);
  }

  private Optional<TaskFile> file(String who, String name) {
    return files.file(thread, viewer(who), name);
  }

  @ParameterizedTest
  @CsvSource({
    "ana, false", // another executor
    "bob, true", // who said it
    "boss, true", // sees: thread
    "claude-agent, true" // who asked
  })
  void filesOfAnAnswerAreForThoseWhoMayReadIt(String who, boolean shown) {
    assertEquals(shown, file(who, "att-002-image-bobs.jpg").isPresent());
    assertEquals(shown, file(who, "inline-1-0").isPresent());
    assertEquals(shown, file(who, "local-1-0").isPresent());
    assertEquals(
        shown ? Optional.of(REMOTE) : Optional.empty(), files.remote(thread, viewer(who), 1, 0));
  }

  @ParameterizedTest
  @CsvSource({"ana", "bob", "boss", "claude-agent"})
  void filesOfTheRequestAreForAllWhoAreAsked(String who) throws IOException {
    try (InputStream bytes = file(who, "att-001-image-shelf.jpg").orElseThrow().content().open()) {
      assertEquals(
          "shelf", new String(bytes.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatNoMessageNamesIsForNobodyWhoMerelyAnswers() {
    assertFalse(file("ana", "att-003-image-nobodys.jpg").isPresent());
    assertFalse(file("bob", "att-003-image-nobodys.jpg").isPresent());
  }

  @ParameterizedTest
  @CsvSource({"inline-2-0", "inline-1-1", "local-1-1", "local-999999-0", "inline-0-0", "local-0-0"})
  void placesThatAreNotThereAreNotThere(String name) {
    assertFalse(file("boss", name).isPresent());
    assertFalse(file("bob", name).isPresent());
  }

  /** A thread that names files of t1 and of others; what each of them is, for those who ask. */
  private LoadedThread naming(String requestor, String... uris) throws IOException {
    Path folder = Files.createDirectories(home.resolve("state=received").resolve("t2"));
    String asked = scene.task("t2", "claimed", "context: [{image: \"" + uris[0] + "\"}]");
    scene.write(
        folder.resolve("000-t2.messe-af.yaml"),
        asked.replace("claude-agent", requestor)
            + """
            ---
            from: ana
            MESS:
              - status: {code: claimed}
              - response: {content: [{image: "%s"}]}
            """
                .formatted(uris[1]));
    return scene.loaded("t2");
  }

  @Test
  @Conforms(281)
  void aFileOfAnEarlierTaskIsShownByWhoAskedForBothAndByNobodyElse() throws IOException {
    String bobs = "content://t1/att-002-image-bobs.jpg";
    LoadedThread same = naming("claude-agent", bobs, bobs);
    assertEquals(4, files.file(same, viewer("ana"), "content-0-0").orElseThrow().size());
    assertFalse(
        files.file(same, viewer("ana"), "content-1-0").isPresent(),
        "naming a file in an answer does not open it");
    assertEquals(4, files.file(same, viewer("claude-agent"), "content-1-0").orElseThrow().size());
    assertFalse(files.file(same, viewer("ana"), "content-0-1").isPresent());
    LoadedThread others = naming("somebody", bobs, bobs);
    assertFalse(files.file(others, viewer("ana"), "content-0-0").isPresent());
    assertFalse(files.file(others, viewer("somebody"), "content-1-0").isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "content://t1/000-t1.messe-af.yaml",
    "content://t1/att-003-image-nobodys.jpg",
    "content://t1/../t1/att-001-image-shelf.jpg",
    "content://nowhere/att-001-image-shelf.jpg",
    "content://t1"
  })
  void whatIsNoAttachmentIsNotThere(String uri) throws IOException {
    LoadedThread naming = naming("claude-agent", uri, uri);
    assertFalse(files.file(naming, viewer("ana"), "content-0-0").isPresent());
  }

  @Test
  void aFileThatIsNotPermittedAnyMoreIsNotThere() throws IOException {
    assertEquals(7, file("bob", "local-1-0").orElseThrow().size());
    Files.delete(photos.resolve("x.jpg"));
    assertFalse(file("bob", "local-1-0").isPresent());
    Files.createSymbolicLink(photos.resolve("x.jpg"), home.resolve("state=received"));
    assertFalse(file("bob", "local-1-0").isPresent());
  }
}
