package org.messgateway.gateway.exchange.remote;

import java.util.Optional;

/** Checks URL and key of a remote exchange without a change on the server. */
public final class RemoteCheck {

  private RemoteCheck() {}

  /**
   * A problem.
   *
   * @param what one line, no secrets
   * @param remedy one line
   */
  public record Finding(String what, String remedy) {}

  /** Empty when the exchange can be listed and its threads can be read. */
  public static Optional<Finding> of(RemoteSettings settings) {
    try (RemoteClient client = new RemoteClient(settings)) {
      if (client
          .list(null)
          .filter(answer -> !answer.body().path("threads").isArray())
          .isPresent()) {
        return Optional.of(
            new Finding(
                settings.shown() + " answers, but with no list of threads",
                "set url to the exchange: https://HOST/api/v1/exchanges/NAME"));
      }
      return client.mode().filter("messe-af"::equals).map(_ -> keepsFiles(settings));
    } catch (RemoteException e) {
      return Optional.of(new Finding(e.sentence(), e.remedy()));
    }
  }

  /** In this storage mode the reference's REST API returns no threads. */
  private static Finding keepsFiles(RemoteSettings settings) {
    return new Finding(
        settings.shown() + " runs with STORAGE_MODE=messe-af, in which its API lists no threads",
        "run it with STORAGE_MODE=event-sourced, or watch its folder: exchange: { path: … }");
  }
}
