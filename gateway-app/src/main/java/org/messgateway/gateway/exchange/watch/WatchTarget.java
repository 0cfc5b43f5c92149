package org.messgateway.gateway.exchange.watch;

import java.nio.file.Path;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.StateFolder;
import org.messgateway.gateway.exchange.ThreadLocation;

/** A directory that is watched. */
sealed interface WatchTarget {

  Path path(ExchangeDirectory exchange);

  /** The exchange's root: tells of state folders that come and go. */
  record RootTarget() implements WatchTarget {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return exchange.root();
    }
  }

  /** A state folder: tells of threads, and of changes of flat ones. */
  record StateFolderTarget(StateFolder stateFolder) implements WatchTarget {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return exchange.path(stateFolder);
    }
  }

  /** A thread's folder: an append inside raises no event above it. */
  record ThreadFolderTarget(ThreadLocation location) implements WatchTarget {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return location.in(exchange.root());
    }
  }
}
