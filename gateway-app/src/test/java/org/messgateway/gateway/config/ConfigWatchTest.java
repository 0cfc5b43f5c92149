package org.messgateway.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

/** Reloading, with a clock that the test moves. */
final class ConfigWatchTest {

  @TempDir Path directory;

  private final List<String> titles = new ArrayList<>();
  private final List<LoadResult.Invalid> bad = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private Home home;
  private ConfigWatch watch;

  @BeforeEach
  void watching() throws IOException {
    home = new Home(directory).config("title: One");
    watch =
        new ConfigWatch(
            home.loader(),
            directory,
            Map.of("NAME", "from the environment"),
            () -> now,
            valid -> titles.add(valid.config().title()),
            bad::add);
  }

  private void lookTwice() throws IOException {
    watch.look();
    now = now.plus(ConfigWatch.STILL);
    watch.look();
  }

  @Test
  void whatDidNotChangeIsNotReadAgain() throws IOException {
    lookTwice();
    assertEquals(List.of(), titles);
  }

  @Test
  @Conforms(266)
  void aChangeIsReadOnce() throws IOException {
    home.config("title: Another");
    lookTwice();
    lookTwice();
    assertEquals(List.of("Another"), titles);
  }

  @Test
  void aFileThatIsStillBeingWrittenIsLeftAlone() throws IOException {
    home.config("title: Half");
    watch.look();
    now = now.plus(ConfigWatch.STILL.minus(Duration.ofMillis(1)));
    watch.look();
    home.config("title: Whole thing");
    watch.look();
    assertEquals(List.of(), titles);
    lookTwice();
    assertEquals(List.of("Whole thing"), titles);
  }

  @Test
  void aBadVersionIsToldOnceAndTheNextGoodOneIsTaken() throws IOException {
    home.config("titel: Wrong");
    lookTwice();
    lookTwice();
    assertEquals(1, bad.size());
    assertEquals(List.of(), titles);
    home.config("title: Right again");
    lookTwice();
    assertEquals(List.of("Right again"), titles);
  }

  @Test
  void aChangedSecretIsAChange() throws IOException {
    home.config("title: ${NAME} ${OTHER:-}");
    lookTwice();
    home.file("secrets.env", "NAME=overridden\nOTHER=and the file\n");
    lookTwice();
    assertEquals(List.of("from the environment", "from the environment and the file"), titles);
  }

  @Test
  void aLineOfSecretsThatIsNoneIsToldWithoutIt() throws IOException {
    home.file("secrets.env", "A=1\nvery-private\n");
    lookTwice();
    assertEquals(1, bad.size());
    String told = bad.getFirst().problems().toString();
    assertEquals(true, told.contains("secrets.env:2"), told);
    assertEquals(false, told.contains("very-private"), told);
  }

  @Test
  void theHouseholdsWordsAreWatchedToo() throws IOException {
    home.file("texts/de.properties", "button.done = Gemacht");
    lookTwice();
    home.file("texts/de.properties", "button.done = Geschafft");
    lookTwice();
    assertEquals(List.of("One", "One"), titles);
  }

  @Test
  void executorFilesAreWatchedToo() throws IOException {
    home.file("executors/x.yaml", "executor_id: x");
    lookTwice();
    Files.delete(directory.resolve("executors/x.yaml"));
    lookTwice();
    assertEquals(2, titles.size());
  }

  @Test
  void aConfigurationThatWentAwayIsToldAndTheOldOneRunsOn() throws IOException {
    Files.delete(directory.resolve("config.yaml"));
    lookTwice();
    assertEquals(List.of(), titles);
    assertEquals(1, bad.size());
  }
}
