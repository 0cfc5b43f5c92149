package org.messgateway.gateway.config;

import java.util.Optional;
import org.messgateway.api.Secret;

/** Reads section {@code store}. What it says is not shown: a URL may hold a password. */
final class StoreReader {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRES = "jdbc:postgresql:";

  private StoreReader() {}

  /** Empty for the usual place. */
  static Optional<StoreConfig> read(Section section) {
    Problems problems = section.value().reading().problems();
    Optional<String> url = section.text("url");
    url.ifPresent(text -> problems.conceal(text, "[store]"));
    boolean database = url.isPresent() && url.get().startsWith(POSTGRES);
    // Only a database has users: in a file's section the keys are unknown ones.
    Optional<String> user = database ? section.text("user") : Optional.empty();
    Optional<String> password = database ? section.text("password") : Optional.empty();
    password.ifPresent(text -> problems.conceal(text, "[password]"));
    section.done();
    if (url.isPresent() && !database && !url.get().startsWith(SQLITE)) {
      section
          .under("url")
          .wrong(
              "this is no URL of a store",
              "leave store out, or write jdbc:sqlite:/path/of/queue.db or"
                  + " jdbc:postgresql://host:5432/database");
      return Optional.empty();
    }
    return url.map(text -> new StoreConfig(text, user, password.map(Secret::of)));
  }
}
