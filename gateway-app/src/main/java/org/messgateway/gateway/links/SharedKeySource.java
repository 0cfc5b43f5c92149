package org.messgateway.gateway.links;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.messgateway.gateway.links.LinkKey.Single;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keys that several gateways share, read again after one of them changed them. */
final class SharedKeySource implements LinkKey.Source {

  private static final Logger log = LoggerFactory.getLogger(SharedKeySource.class);

  private final SharedLinkKeys shared;
  private final Function<byte[], Single> derived;
  private Object version;
  private List<Single> keys;

  SharedKeySource(SharedLinkKeys shared, Function<byte[], Single> derived) throws IOException {
    this.shared = shared;
    this.derived = derived;
    this.keys = read();
    this.version = shared.version();
  }

  private List<Single> read() throws IOException {
    return shared.readOrMake().stream().map(key -> derived.apply(key.random())).toList();
  }

  @Override
  public synchronized List<Single> all() {
    try {
      Object now = shared.version();
      if (!now.equals(version)) {
        keys = read();
        version = now;
      }
    } catch (IOException e) {
      log.error("The keys for links cannot be read, those known stay: {}", e.getMessage());
    }
    return keys;
  }
}
