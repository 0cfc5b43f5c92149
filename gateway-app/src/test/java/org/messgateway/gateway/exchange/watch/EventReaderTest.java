package org.messgateway.gateway.exchange.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;
import static org.messgateway.gateway.exchange.Sandbox.status;
import static org.messgateway.gateway.exchange.Sandbox.thread;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.UnfinishedWrites;

/** Which events leave time to gather further ones. */
@EnabledOnOs(OS.LINUX)
class EventReaderTest implements EventReader.Handler {

  private static final StateFolder FOLDER = StateFolder.written(RECEIVED);
  private static final Ref REF = new Ref("one");

  @TempDir private Path temp;
  private final List<Ref> changed = new ArrayList<>();
  private Sandbox sandbox;
  private Path file;
  private FolderWatches folders;
  private ChangeBatcher batcher;
  private EventReader reader;

  @BeforeEach
  void aThreadThatIsKnown() throws IOException {
    sandbox = new Sandbox(temp);
    file = sandbox.old(sandbox.flat(RECEIVED, REF.value()), thread(REF.value()));
    Exchange exchange = sandbox.exchange;
    folders = new FolderWatches(exchange.directory(), 10);
    batcher = exchange.batcher(changed::addAll);
    UnfinishedWrites writes = new UnfinishedWrites(_ -> false, sandbox::now, sandbox::nanos);
    reader = new EventReader(folders, batcher, writes, this);
    assertTrue(folders.watchAgain(new WatchTarget.StateFolderTarget(FOLDER)));
    assertTrue(batcher.compare(new ThreadLocation(FOLDER, REF, ThreadLayout.FLAT)));
    batcher.deliver();
    changed.clear();
  }

  @AfterEach
  void close() throws IOException {
    folders.close();
    sandbox.exchange.close();
  }

  private void writeHistory() throws IOException {
    HistoryEntry told = new HistoryEntry(HistoryEntry.DISPATCHED, Sandbox.START, "exchange", null);
    sandbox.exchange.writer().appendHistory(REF, List.of(told));
  }

  private boolean readOnlyOwn() throws InterruptedException {
    while (folders.poll(Duration.ZERO, reader)) {
      batcher.deliver();
    }
    return reader.onlyOwnWrites();
  }

  @Test
  void eventsOfHistoryAreOurOwn() throws Exception {
    writeHistory();
    assertTrue(readOnlyOwn());
    assertFalse(readOnlyOwn(), "nothing happened since");
    assertEquals(List.of(), changed);
  }

  @Test
  void nothingIsOurOwnWhereSomebodyElseWroteToo() throws Exception {
    writeHistory();
    Files.writeString(file, status("ana", "claimed"), StandardOpenOption.APPEND);
    assertFalse(readOnlyOwn());
    assertEquals(List.of(REF), changed);

    writeHistory();
    sandbox.arrive(sandbox.flat(RECEIVED, "new"), thread("new"));
    assertFalse(readOnlyOwn());
    assertTrue(changed.contains(new Ref("new")));
  }

  @Test
  void aFileThatWillBeAThreadIsNotOurs() throws Exception {
    writeHistory();
    Files.writeString(sandbox.top(RECEIVED).resolve(".new.tmp"), "half");
    assertFalse(readOnlyOwn());
  }

  @Override
  public void threadFolderAppeared(ThreadLocation location) {
    throw new AssertionError(location);
  }

  @Override
  public void stateFoldersChanged() {
    throw new AssertionError("a state folder changed");
  }

  @Override
  public void eventsLost() {
    throw new AssertionError("events were lost");
  }
}
