package org.messgateway.adapter.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookKeys;
import org.messgateway.api.http.WebhookSecrets;

/**
 * Caches parsed addresses, because the check of an address and the derivation of its keys cost more
 * than a signature. The guard checks the host's IP addresses on every connection.
 *
 * <p>Thread-safe and bounded.
 */
final class DestinationCache {

  /** The number of entries; addresses outside the configuration are unlimited in number. */
  private static final int MOST = 10_000;

  private final Settings settings;
  private final HostAllowList allow;
  private final int maxBody;
  private final Map<Address, Destination> known = new ConcurrentHashMap<>();
  private final Map<Holder, WebhookKeys> keys = new ConcurrentHashMap<>();

  /** The owner of a set of keys. */
  private record Holder(Address address, String executor) {}

  /** The result of a check of an address. */
  sealed interface Destination {

    /** An address that can be called. */
    record Usable(WebhookAddress address, AddressTrust trust) implements Destination {}

    /** An address with a problem. */
    record Unusable(String problem) implements Destination {}
  }

  /**
   * @param settings the channel's settings
   * @param maxBody the limit of a body in bytes unless the address sets one
   */
  DestinationCache(Settings settings, HostAllowList allow, int maxBody) {
    this.settings = settings;
    this.allow = allow;
    this.maxBody = maxBody;
  }

  Destination of(Address address) {
    Destination found = known.get(address);
    if (found == null) {
      makeRoom(known);
      found = known.computeIfAbsent(address, this::resolve);
    }
    return found;
  }

  private Destination resolve(Address address) {
    Optional<String> problem = WebhookAddress.problem(address);
    if (problem.isPresent()) {
      return new Destination.Unusable(problem.get());
    }
    WebhookAddress usable = WebhookAddress.of(address, maxBody);
    return new Destination.Usable(
        usable, AddressGuard.trust(usable.url().host(), address.origin(), allow));
  }

  /**
   * The signing keys: the address's own secrets, else the channel's, each derived for the executor,
   * then the Ed25519 key.
   */
  WebhookKeys keys(Address address, WebhookAddress usable, String executor) {
    Holder holder = new Holder(address, executor);
    WebhookKeys found = keys.get(holder);
    if (found == null) {
      makeRoom(keys);
      found = keys.computeIfAbsent(holder, _ -> derive(usable, executor));
    }
    return found;
  }

  private WebhookKeys derive(WebhookAddress usable, String executor) {
    List<Secret> secrets =
        usable.secrets().isEmpty() ? settings.secrets(WebhookProvider.SECRET) : usable.secrets();
    List<Secret> derived = new ArrayList<>();
    secrets.forEach(secret -> derived.add(WebhookSecrets.forExecutor(secret, executor)));
    settings.secret(WebhookProvider.SIGNING_KEY).ifPresent(derived::add);
    return WebhookKeys.of(derived);
  }

  private static void makeRoom(Map<?, ?> map) {
    if (map.size() >= MOST) {
      map.clear();
    }
  }
}
