package org.messgateway.gateway.respond;

import java.util.Optional;

/** An exchange in which there is nothing to be shown. */
record NoTasks(String exchange) implements Tasks {

  @Override
  public Optional<Task> task(String ref, String executor) {
    return Optional.empty();
  }

  @Override
  public Optional<TaskFile> file(String ref, String executor, String name) {
    return Optional.empty();
  }

  @Override
  public Optional<LinkClaims> delivery(String deliveryId) {
    return Optional.empty();
  }
}
