package org.messgateway.gateway.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.exchange.ExchangeDirectory.Access;
import org.messgateway.testkit.Conforms;
import org.slf4j.LoggerFactory;

class ExchangeDirectoryTest {

  @TempDir Path temp;

  @Test
  @Conforms(109)
  void openingCreatesWhatIsMissing() throws Exception {
    ExchangeDirectory exchange = ExchangeDirectory.open(temp.resolve("a/b"), Access.WRITE);

    for (ThreadFolder folder : ThreadFolder.values()) {
      assertTrue(Files.isDirectory(temp.resolve("a/b").resolve(folder.directory())));
    }
    assertEquals(4, exchange.folders().size());
  }

  @Test
  void openingForReadingCreatesNothing() throws Exception {
    ExchangeDirectory exchange = ExchangeDirectory.open(temp, Access.READ);

    try (Stream<Path> entries = Files.list(temp)) {
      assertEquals(List.of(), entries.toList());
    }
    assertEquals(List.of(), exchange.folders());
    assertFalse(exchange.present());
  }

  @Test
  void theIdIsMadeOnceAndGoesWithTheDirectory() throws Exception {
    String id = ExchangeDirectory.open(temp.resolve("one"), Access.WRITE).id();
    Files.move(temp.resolve("one"), temp.resolve("two"));

    assertTrue(id.matches("[0-9a-f]{16}"));
    assertEquals(id, ExchangeDirectory.open(temp.resolve("two"), Access.READ).id());
    assertNotEquals(id, ExchangeDirectory.open(temp.resolve("one"), Access.WRITE).id());
  }

  @Test
  void theIdLiesWhereOnlyThisUserLooks() throws Exception {
    ExchangeDirectory.open(temp, Access.WRITE);

    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve(".gateway"))));
    assertEquals("*\n", Files.readString(temp.resolve(".gateway/.gitignore")));
  }

  @Test
  void gatewaysThatStartAtOnceAgreeOnTheId() throws Exception {
    Files.createDirectory(temp.resolve(".gateway"));
    Callable<String> open = () -> ExchangeDirectory.open(temp, Access.WRITE).id();
    try (ExecutorService several = Executors.newFixedThreadPool(8)) {
      Set<String> ids =
          several.invokeAll(Stream.generate(() -> open).limit(8).toList()).stream()
              .map(Future::resultNow)
              .collect(Collectors.toSet());
      assertEquals(1, ids.size());
    }
  }

  @Test
  void anIdThatCannotBeMadeIsDerivedFromThePath() throws Exception {
    ExchangeDirectory one = ExchangeDirectory.open(temp, Access.READ);

    assertTrue(one.id().matches("[0-9a-f]{16}"));
    assertEquals(one.id(), ExchangeDirectory.open(temp, Access.READ).id());
  }

  @Test
  void thatNoIdCanBeWrittenIsSaidByWhoWouldWriteIt() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger logger = (Logger) LoggerFactory.getLogger(ExchangeDirectory.class);
    logger.addAppender(lines);
    try {
      Files.writeString(temp.resolve(".gateway"), "in the way");
      ExchangeDirectory.open(temp, Access.READ);
      assertEquals(List.of(), said(lines));

      ExchangeDirectory.open(temp, Access.WRITE);
      assertTrue(said(lines).getLast().contains("has no id of its own"), said(lines)::toString);
    } finally {
      logger.detachAppender(lines);
    }
  }

  private static List<String> said(ListAppender<ILoggingEvent> lines) {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void aDamagedIdIsNotTakenForAnother() throws Exception {
    ExchangeDirectory.open(temp, Access.WRITE);
    Files.writeString(temp.resolve(".gateway/exchange-id"), "");

    IOException problem =
        assertThrows(IOException.class, () -> ExchangeDirectory.open(temp, Access.WRITE));

    String message = String.valueOf(problem.getMessage());
    assertTrue(message.contains("exchange-id does not hold 16"), message);
  }

  @Test
  void aMissingExchangeIsNotMadeByAReader() {
    assertThrows(
        NoSuchFileException.class, () -> ExchangeDirectory.open(temp.resolve("none"), Access.READ));
  }

  @Test
  void aFileIsNoExchange() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));

    assertThrows(IOException.class, () -> ExchangeDirectory.open(file, Access.READ));
  }

  @Test
  void aStateFolderThatIsALinkIsNotFollowed() throws Exception {
    ExchangeDirectory exchange = ExchangeDirectory.open(temp, Access.WRITE);
    Files.createSymbolicLink(temp.resolve("received"), Path.of("/etc"));

    assertEquals(
        List.of("state=received", "state=executing", "state=finished", "state=canceled"),
        exchange.folders().stream().map(StateFolder::name).toList());
  }

  @Test
  @Conforms(147)
  void plainFoldersAreReadBesideTheOthers() throws Exception {
    ExchangeDirectory exchange = ExchangeDirectory.open(temp, Access.WRITE);
    Files.createDirectory(temp.resolve("received"));
    Files.createDirectory(temp.resolve("archive"));

    assertTrue(exchange.folders().contains(new StateFolder(ThreadFolder.RECEIVED, true)));
    assertEquals(5, exchange.folders().size());
  }
}
