package org.messgateway.api.mess;

import org.jspecify.annotations.Nullable;

/**
 * A capability that a request needs or an executor has.
 *
 * @param id matched exactly
 * @param metadata what stands beside the id, carried and not interpreted (protocol §8.5)
 */
public record Requirement(String id, @Nullable Object metadata) {

  public Requirement(String id) {
    this(id, null);
  }
}
