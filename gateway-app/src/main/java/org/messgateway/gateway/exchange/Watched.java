package org.messgateway.gateway.exchange;

import java.nio.file.Path;

/** A directory that events are asked for. */
sealed interface Watched {

  Path path(ExchangeDirectory exchange);

  /** The exchange's root: tells of state folders that come and go. */
  record Root() implements Watched {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return exchange.root();
    }
  }

  /** A state folder: tells of threads, and of changes of flat ones. */
  record Top(StateFolder folder) implements Watched {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return exchange.path(folder);
    }
  }

  /** A thread's folder: an append inside raises no event above it. */
  record Inside(Place place) implements Watched {
    @Override
    public Path path(ExchangeDirectory exchange) {
      return place.in(exchange.root());
    }
  }
}
