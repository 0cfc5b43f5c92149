package org.messgateway.adapter.okhttp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.messgateway.api.Address;

/**
 * Decides which destinations a client may connect to (docs/rules.md#where-it-may-go).
 *
 * <p>The guard checks twice. It checks all addresses that a name resolves to, and one forbidden
 * address refuses them all. Every socket checks the address it connects to, which includes
 * addresses written as numbers, for which no name is resolved. A guard belongs to one client with
 * its own connection pool, because a connection that one guard permits must not serve a call of
 * another.
 */
public final class AddressGuard {

  private static final Set<String> LOCAL_SUFFIXES =
      Set.of(".local", ".lan", ".home.arpa", ".internal");

  /** The trust in the source of an address. */
  public enum AddressTrust {
    /** Public addresses only. */
    PUBLIC_ONLY,
    /** Also loopback and private addresses: the operator configured a local address. */
    LOCAL,
    /** Any address but metadata: the operator allowed this host by name. */
    ANYWHERE
  }

  private final AddressTrust trust;
  private final HostAllowList allow;
  private final String setting;

  /**
   * A guard.
   *
   * @param setting the setting that permits more, for error messages: {@code
   *     dispatch.webhook.allow}
   */
  public AddressGuard(AddressTrust trust, HostAllowList allow, String setting) {
    this.trust = trust;
    this.allow = allow;
    this.setting = setting;
  }

  /** The trust in a host that stands in an address of this origin. */
  public static AddressTrust trust(String host, Address.Origin origin, HostAllowList allow) {
    if (allow.permitsHost(host)) {
      return AddressTrust.ANYWHERE;
    }
    return origin == Address.Origin.CONFIGURATION && isLocal(host)
        ? AddressTrust.LOCAL
        : AddressTrust.PUBLIC_ONLY;
  }

  /**
   * Whether a host is an address literal, {@code localhost} or another single label, or a name
   * reserved for home networks.
   */
  static boolean isLocal(String host) {
    String plain = HostAllowList.plain(host);
    return CidrRange.literal(plain).isPresent()
        || !plain.contains(".")
        || LOCAL_SUFFIXES.stream().anyMatch(plain::endsWith);
  }

  /** Adds the guard to a client. Names are resolved by {@code dns} as before. */
  public OkHttpClient.Builder guard(OkHttpClient.Builder builder, Dns dns) {
    return builder
        .dns(host -> permitted(host, dns.lookup(host)))
        .socketFactory(new GuardedSocketFactory(this));
  }

  private List<InetAddress> permitted(String host, List<InetAddress> addresses)
      throws UnknownHostException {
    for (InetAddress address : addresses) {
      if (!permits(address)) {
        UnknownHostException refused = new UnknownHostException(host);
        refused.initCause(refusal(host, address));
        throw refused;
      }
    }
    return addresses;
  }

  /** Metadata hands out credentials: neither a permitted name nor a range around it leads there. */
  boolean permits(InetAddress address) {
    boolean permitted = trust == AddressTrust.ANYWHERE || allow.permits(address);
    return switch (IpAddressKind.of(address)) {
      case PUBLIC -> true;
      case LOOPBACK, PRIVATE -> permitted || trust == AddressTrust.LOCAL;
      case LINK_LOCAL, MULTICAST, UNSPECIFIED, SPECIAL -> permitted;
      case METADATA -> allow.names(address);
    };
  }

  ForbiddenAddressException refusal(String host, InetAddress address) {
    String number = address.getHostAddress().replaceFirst("%.*", "");
    String who = host.equals(number) ? host : host + " leads to " + number + ", which";
    return new ForbiddenAddressException(
        String.format(
            Locale.ROOT,
            "%s is %s, and nothing is sent there unless it is permitted. If it shall be, write into"
                + " config.yaml: %s: [\"%s\"]",
            who,
            IpAddressKind.of(address).words(),
            setting,
            number));
  }
}
