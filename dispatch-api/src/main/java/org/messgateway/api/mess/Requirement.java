package org.messgateway.api.mess;

import org.jspecify.annotations.Nullable;

/**
 * A capability that a request needs or an executor has.
 *
 * @param id the capability's id, compared exactly
 * @param metadata the value beside the id, carried and not interpreted (MESS protocol §8.5); null
 *     for none
 */
public record Requirement(String id, @Nullable Object metadata) {

  /** A capability without metadata. */
  public Requirement(String id) {
    this(id, null);
  }
}
