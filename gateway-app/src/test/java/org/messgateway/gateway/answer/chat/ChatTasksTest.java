package org.messgateway.gateway.answer.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.reconcile.FlowScene;

/** What chats know of a task, from the threads of a real exchange. */
final class ChatTasksTest {

  private static final String PHOTO = "requires: [take-photo]";

  @TempDir Path home;
  private FlowScene scene;
  private ChatTasks tasks;
  private Path file;

  @BeforeEach
  void aTask() {
    scene = new FlowScene(home);
    tasks =
        new ChatTasks(
            scene.configuration,
            new Exchanges(List.of(scene.handle())),
            scene.queue,
            scene.links());
    file = scene.thread("t1", scene.task("t1", "pending", PHOTO));
    scene.look("t1");
  }

  @AfterEach
  void theEnd() {
    scene.close();
  }

  private Optional<ChatTask> task() {
    return tasks.task(scene.id(), "t1");
  }

  private UnreadableTaskException unreadable() {
    return assertThrows(UnreadableTaskException.class, this::task);
  }

  @Test
  void aTaskWhoseExchangeIsAwayIsNotGone() throws IOException {
    Path away = Files.createDirectory(home.resolve("away"));
    move(home, away);
    assertFalse(unreadable().isAbsent());
    assertThrows(UnreadableTaskException.class, () -> tasks.able(scene.id(), "t1", "ana"));
    move(away, home);
    assertEquals("look", task().orElseThrow().intent());
    assertTrue(tasks.able(scene.id(), "t1", "ana"));
  }

  private static void move(Path from, Path to) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(from, "state=*")) {
      for (Path folder : folders) {
        Files.move(folder, to.resolve(folder.getFileName()));
      }
    }
  }

  @Test
  void aTaskThatCannotBeReadIsNotGoneAndSaysWhere() {
    scene.write(file, "ref: t1\nintent: [broken\n");
    UnreadableTaskException unreadable = unreadable();
    assertFalse(unreadable.isAbsent());
    String sentence = String.valueOf(unreadable.getMessage());
    assertTrue(sentence.startsWith("Task t1 cannot be read: state=received/t1"), sentence);
  }

  @Test
  void anOpenTaskThatIsNotThereMayComeBackAndOneThatHadEndedIsGone() throws IOException {
    Files.delete(file);
    assertTrue(unreadable().isAbsent());
    scene.thread("t1", scene.task("t1", "cancelled", PHOTO));
    scene.look("t1");
    Files.delete(home.resolve("state=canceled/t1.messe-af.yaml"));
    assertEquals(Optional.empty(), task());
    assertEquals(Optional.empty(), tasks.task(scene.id(), "unknown"));
  }
}
