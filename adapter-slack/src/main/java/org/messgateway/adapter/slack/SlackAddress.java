package org.messgateway.adapter.slack;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.messgateway.api.Address;

/** Checks Slack addresses: an id, or the URL of an incoming webhook. */
final class SlackAddress {

  private static final Pattern ID = Pattern.compile("[UWCDG][A-Z0-9]+");

  /** The hosts of Slack's incoming webhooks. */
  private static final Set<String> HOOKS = Set.of("hooks.slack.com", "hooks.slack-gov.com");

  private SlackAddress() {}

  /** Whether the address is the URL of an incoming webhook. */
  static boolean isHook(Address address) {
    return address.value().contains("://");
  }

  /**
   * Checks an address. The problem never holds a webhook's URL, because the URL alone permits
   * posting.
   */
  static Optional<String> problem(Address address) {
    if (isHook(address)) {
      return hookProblem(address);
    }
    return ID.matcher(address.value()).matches()
        ? Optional.empty()
        : Optional.of(
            "is no Slack id: in Slack open the person's profile or the channel's details and copy"
                + " the id, like U04ABCDEF12 or C0123456789");
  }

  private static Optional<String> hookProblem(Address address) {
    try {
      URI url = new URI(address.value());
      boolean secure = "https".equalsIgnoreCase(url.getScheme());
      String host = url.getHost() == null ? "" : url.getHost().toLowerCase(Locale.ROOT);
      if (secure && HOOKS.contains(host)) {
        return Optional.empty();
      }
      // Stand-ins and Slack's imitators are the operator's choice; a message must not choose.
      boolean trusted = address.origin() == Address.Origin.CONFIGURATION;
      boolean usable = !host.isEmpty() && (secure || "http".equalsIgnoreCase(url.getScheme()));
      return trusted && usable
          ? Optional.empty()
          : Optional.of("must be an incoming webhook of Slack: https://hooks.slack.com/services/…");
    } catch (URISyntaxException e) {
      return Optional.of("is no URL: expected https://hooks.slack.com/services/…");
    }
  }
}
