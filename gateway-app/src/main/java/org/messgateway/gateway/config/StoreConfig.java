package org.messgateway.gateway.config;

import java.util.Optional;
import org.messgateway.api.Secret;

/**
 * Where queue and journal are kept when it is not in {@code <home>/.gateway}.
 *
 * @param url {@code jdbc:sqlite:…} or {@code jdbc:postgresql:…}; it may hold a password
 * @param user of a database; empty when the URL names one
 * @param password of that user; empty when the URL holds it or none is asked for
 */
public record StoreConfig(String url, Optional<String> user, Optional<Secret> password) {

  /** Without its URL, which may hold a password. */
  @Override
  public String toString() {
    return "StoreConfig[]";
  }
}
