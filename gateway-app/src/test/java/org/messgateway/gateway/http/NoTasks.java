package org.messgateway.gateway.http;

import java.util.Optional;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.http.page.TaskSheet;
import org.messgateway.gateway.links.LinkClaims;

/** An exchange {@code ex1} without tasks; tests add what they look at. */
class NoTasks implements Tasks {

  @Override
  public String exchange() {
    return "ex1";
  }

  @Override
  public long memory(String ref) {
    return 0;
  }

  @Override
  public Optional<TaskView> task(LinkClaims reader) {
    return Optional.empty();
  }

  @Override
  public Optional<TaskSheet> sheet(LinkClaims reader) {
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
