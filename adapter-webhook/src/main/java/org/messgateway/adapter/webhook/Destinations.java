package org.messgateway.adapter.webhook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.Trust;
import org.messgateway.adapter.okhttp.AllowList;
import org.messgateway.api.Address;
import org.messgateway.api.Secret;
import org.messgateway.api.Settings;
import org.messgateway.api.http.WebhookSecrets;

/**
 * What an address says, found out once: checking it and deriving its keys costs more than a
 * signature. Where its host leads is none of this; the guard looks at each connection anew.
 *
 * <p>Thread-safe; bounded.
 */
final class Destinations {

  /** Addresses of other origins may come and go without end. */
  private static final int MOST = 10_000;

  private final Settings settings;
  private final AllowList allow;
  private final int maxBody;
  private final Map<Address, Destination> known = new ConcurrentHashMap<>();
  private final Map<Holder, List<Secret>> keys = new ConcurrentHashMap<>();

  /** Whose keys. */
  private record Holder(Address address, String executor) {}

  /** An address as it is used, or what is wrong with it. */
  sealed interface Destination {

    /** One that can be called. */
    record Usable(WebhookAddress address, Trust trust) implements Destination {}

    /** One that cannot. */
    record Unusable(String problem) implements Destination {}
  }

  /**
   * @param settings of the channel
   * @param maxBody bytes of a body where the address does not say otherwise
   */
  Destinations(Settings settings, AllowList allow, int maxBody) {
    this.settings = settings;
    this.allow = allow;
    this.maxBody = maxBody;
  }

  Destination of(Address address) {
    makeRoom(known);
    return known.computeIfAbsent(address, this::look);
  }

  private Destination look(Address address) {
    Optional<String> problem = WebhookAddress.problem(address);
    if (problem.isPresent()) {
      return new Destination.Unusable(problem.get());
    }
    WebhookAddress usable = WebhookAddress.of(address, maxBody);
    return new Destination.Usable(
        usable, AddressGuard.trust(usable.url().host(), address.origin(), allow));
  }

  /** The address' own secrets, else the channel's, each made the executor's; then Ed25519. */
  List<Secret> keys(Address address, WebhookAddress usable, String executor) {
    makeRoom(keys);
    return keys.computeIfAbsent(new Holder(address, executor), _ -> derive(usable, executor));
  }

  private List<Secret> derive(WebhookAddress usable, String executor) {
    List<Secret> secrets =
        usable.secrets().isEmpty() ? settings.secrets(WebhookProvider.SECRET) : usable.secrets();
    List<Secret> derived = new ArrayList<>();
    secrets.forEach(secret -> derived.add(WebhookSecrets.forExecutor(secret, executor)));
    settings.secret(WebhookProvider.SIGNING_KEY).ifPresent(derived::add);
    return List.copyOf(derived);
  }

  private static void makeRoom(Map<?, ?> map) {
    if (map.size() >= MOST) {
      map.clear();
    }
  }
}
