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
 * Decides where a client may connect to (DESIGN §9, "Where it may go").
 *
 * <p>It stands in two places: what a name resolves to is looked at as a whole, so that one bad
 * address among good ones is enough to refuse; and every socket looks once more at the address it
 * is about to connect to, which also catches addresses written as numbers, for which no name server
 * is asked. One guard belongs to one client with a connection pool of its own: a connection that
 * one guard permitted must not serve a call of another.
 */
public final class AddressGuard {

  private static final Set<String> LOCAL_SUFFIXES =
      Set.of(".local", ".lan", ".home.arpa", ".internal");

  /** How much trust an address has. */
  public enum Trust {
    /** Public addresses only. */
    PUBLIC_ONLY,
    /** The operator typed a local address: loopback and private ones too. */
    LOCAL,
    /** The operator allowed this very host: wherever it leads. */
    ANYWHERE
  }

  private final Trust trust;
  private final AllowList allow;
  private final String setting;

  /**
   * Makes a guard.
   *
   * @param setting the setting that would permit more, for sentences: {@code
   *     dispatch.webhook.allow}
   */
  public AddressGuard(Trust trust, AllowList allow, String setting) {
    this.trust = trust;
    this.allow = allow;
    this.setting = setting;
  }

  /** The trust of a host that stands in an address of this origin. */
  public static Trust trust(String host, Address.Origin origin, AllowList allow) {
    if (allow.permitsHost(host)) {
      return Trust.ANYWHERE;
    }
    return origin == Address.Origin.CONFIGURATION && isLocal(host)
        ? Trust.LOCAL
        : Trust.PUBLIC_ONLY;
  }

  /** An address as such, {@code localhost} or another single label, or a name kept for at home. */
  static boolean isLocal(String host) {
    String plain = AllowList.plain(host);
    return Cidr.literal(plain).isPresent()
        || !plain.contains(".")
        || LOCAL_SUFFIXES.stream().anyMatch(plain::endsWith);
  }

  /** Puts the guard into a client; what the client resolved by before is asked as before. */
  public OkHttpClient.Builder guard(OkHttpClient.Builder builder, Dns dns) {
    return builder
        .dns(host -> permitted(host, dns.lookup(host)))
        .socketFactory(new GuardedSockets(this));
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

  boolean permits(InetAddress address) {
    return trust == Trust.ANYWHERE
        || allow.permits(address)
        || switch (AddressKind.of(address)) {
          case PUBLIC -> true;
          case LOOPBACK, PRIVATE -> trust == Trust.LOCAL;
          case LINK_LOCAL, METADATA, MULTICAST, UNSPECIFIED, SPECIAL -> false;
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
            AddressKind.of(address).words(),
            setting,
            number));
  }
}
