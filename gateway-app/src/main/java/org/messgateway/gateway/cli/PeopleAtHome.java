package org.messgateway.gateway.cli;

import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.people.PeopleFileException;
import org.messgateway.gateway.routing.Executor;

/** What people decided at this home; a gateway that runs sees a change within a second. */
final class PeopleAtHome {

  private PeopleAtHome() {}

  static PeopleFile open(Workplace workplace, GatewayConfig config) {
    try {
      return workplace.documents(config).people();
    } catch (PeopleFileException e) {
      throw Failure.failed(String.valueOf(e.getMessage()));
    }
  }

  static Executor executor(GatewayConfig config, String id) {
    Executor found = config.catalogue().executors().get(id);
    if (found == null) {
      throw Failure.usage(
          "There is no executor "
              + id
              + ". There are: "
              + String.join(", ", config.catalogue().executors().keySet()));
    }
    return found;
  }
}
