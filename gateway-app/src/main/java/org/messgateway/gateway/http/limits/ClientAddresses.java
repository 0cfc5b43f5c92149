package org.messgateway.gateway.http.limits;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.adapter.okhttp.CidrRange;

/**
 * The client behind a request: the connection's peer, or, where that is a configured proxy, whom
 * the proxy names. What anybody else says of addresses is ignored. Any thread.
 */
public final class ClientAddresses {

  /** Without proxies. */
  public static final ClientAddresses DIRECT = new ClientAddresses(List.of(), "X-Forwarded-For");

  private static final Pattern HOP =
      Pattern.compile("\\[([0-9A-Fa-f:.]+)](?::\\d{1,5})?|([0-9.]+):\\d{1,5}|([0-9A-Fa-f:.]+)");

  /** Longer chains are not read to their end. */
  private static final int MOST_HOPS = 32;

  private static final int NETWORK_BYTES = 8;

  private final List<CidrRange> proxies;
  private final HeaderName header;

  /**
   * @param proxies addresses and ranges; what is neither is ignored
   * @param header in which proxies name their client, the nearest last
   */
  public ClientAddresses(List<String> proxies, String header) {
    this.proxies = proxies.stream().flatMap(text -> CidrRange.parse(text).stream()).toList();
    this.header = HeaderNames.create(header);
  }

  /**
   * Whom a proxy names, the nearest that is no proxy itself; empty when the peer is no configured
   * proxy, or names nobody.
   */
  Optional<String> named(String peer, Headers headers) {
    if (!isProxy(peer) || !headers.contains(header)) {
      return Optional.empty();
    }
    String[] hops = String.join(",", headers.get(header).allValues()).split(",", -1);
    @Nullable String nearest = null;
    for (int i = hops.length - 1; i >= Math.max(0, hops.length - MOST_HOPS); i--) {
      Optional<String> hop = address(hops[i].strip());
      if (hop.isEmpty()) {
        break;
      }
      nearest = hop.get();
      if (!isProxy(nearest)) {
        break;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** Whether all who come through this address are others' requests. */
  boolean isProxy(String address) {
    return !proxies.isEmpty()
        && literal(address)
            .filter(each -> proxies.stream().anyMatch(range -> range.contains(each)))
            .isPresent();
  }

  private static Optional<String> address(String hop) {
    Matcher matcher = HOP.matcher(hop);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    for (int i = 1; i <= matcher.groupCount(); i++) {
      if (matcher.group(i) != null) {
        return literal(matcher.group(i)).map(InetAddress::getHostAddress);
      }
    }
    return Optional.empty();
  }

  /**
   * What limits count: an IPv4 address, or the 64 bits of an IPv6 address that one customer is
   * given.
   */
  public static String network(String address) {
    return literal(address)
        .filter(Inet6Address.class::isInstance)
        .map(each -> HexFormat.of().formatHex(Arrays.copyOf(each.getAddress(), NETWORK_BYTES)))
        .orElse(address);
  }

  private static Optional<InetAddress> literal(String address) {
    try {
      return Optional.of(InetAddress.ofLiteral(address));
    } catch (IllegalArgumentException name) {
      return Optional.empty();
    }
  }
}
