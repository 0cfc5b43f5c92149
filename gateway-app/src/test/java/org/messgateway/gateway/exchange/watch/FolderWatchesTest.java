package org.messgateway.gateway.exchange.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.api.mess.ThreadFolder.RECEIVED;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sandbox;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLayout;
import org.messgateway.gateway.exchange.ThreadLocation;

/** Which folders of threads are watched. */
class FolderWatchesTest {

  @TempDir private Path temp;
  private Sandbox sandbox;
  private FolderWatches folders;

  @BeforeEach
  void open() {
    sandbox = new Sandbox(temp);
    folders = new FolderWatches(sandbox.exchange.directory(), 10, new OneFolderIsClosed());
  }

  @AfterEach
  void close() throws IOException {
    folders.close();
    sandbox.exchange.close();
  }

  private ThreadLocation thread(String ref) throws IOException {
    Path _ = sandbox.old(sandbox.head(RECEIVED, ref), Sandbox.thread(ref));
    return new ThreadLocation(StateFolder.written(RECEIVED), new Ref(ref), ThreadLayout.DIRECTORY);
  }

  @Test
  void aFolderThatMayNotBeReadCostsOnlyItself() throws IOException {
    assertTrue(folders.watch(thread("one")));
    assertFalse(folders.watch(thread("closed")));
    assertTrue(folders.watch(thread("two")));
    assertEquals(2, folders.threadFolders());
    assertEquals(10, folders.limit());
  }

  /** As root, who may read everything, a test meets no such folder. */
  private static final class OneFolderIsClosed implements FolderEvents {

    @Override
    public Object watch(Path folder) throws IOException {
      if (folder.getFileName().toString().startsWith("closed")) {
        throw new AccessDeniedException(folder.toString());
      }
      return folder;
    }

    @Override
    public void cancel(Object folder) {}

    @Override
    public boolean isWatched(Object folder) {
      return true;
    }

    @Override
    public boolean poll(Duration atMost, Receiver receiver) {
      return false;
    }

    @Override
    public void close() {}
  }
}
