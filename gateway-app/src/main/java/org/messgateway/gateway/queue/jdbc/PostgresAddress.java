package org.messgateway.gateway.queue.jdbc;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;

/**
 * URL and credentials of a database. No text of this record shows a password.
 *
 * @param url {@code jdbc:postgresql://host/database}, parameters allowed
 * @param user null when the URL says it, or the driver's usual name is right
 */
record PostgresAddress(String url, @Nullable String user, @Nullable Secret password) {

  private static final String PREFIX = "jdbc:postgresql:";

  PostgresAddress {
    if (!url.startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "store.url is no URL of PostgreSQL; one is jdbc:postgresql://host:5432/database");
    }
  }

  Properties properties() {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password.reveal());
    }
    return properties;
  }

  /** For people: without parameters, and without what stands before the host. */
  String shown() {
    String bare = url.contains("?") ? url.substring(0, url.indexOf('?')) : url;
    int at = bare.lastIndexOf('@');
    return at < 0 ? bare : PREFIX + "//" + bare.substring(at + 1);
  }

  @Override
  public String toString() {
    return shown();
  }
}
