package org.messgateway.adapter.okhttp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * What sort of network an address leads to. Sources: IANA's special-purpose registries for IPv4 and
 * IPv6, and where clouds keep their metadata.
 */
public enum AddressKind {
  PUBLIC("a public address"),
  LOOPBACK("an address of this machine itself"),
  PRIVATE("a private address"),
  LINK_LOCAL("a link-local address"),
  METADATA("where clouds keep credentials"),
  MULTICAST("a multicast address"),
  UNSPECIFIED("no address of anybody"),
  /** Carrier-grade NAT, translation, tunnels, documentation, benchmarks, reserved. */
  SPECIAL("an address for special purposes");

  private record Range(Cidr cidr, AddressKind kind) {}

  /** The first that contains an address names its kind. */
  private static final List<Range> RANGES =
      List.of(
          range("169.254.169.254", METADATA),
          range("169.254.170.2", METADATA), // Task credentials of AWS.
          range("100.100.100.200", METADATA), // Alibaba.
          range("192.0.0.192", METADATA), // Oracle.
          range("fd00:ec2::254", METADATA),
          range("127.0.0.0/8", LOOPBACK),
          range("10.0.0.0/8", PRIVATE),
          range("172.16.0.0/12", PRIVATE),
          range("192.168.0.0/16", PRIVATE),
          range("169.254.0.0/16", LINK_LOCAL),
          range("224.0.0.0/4", MULTICAST),
          range("0.0.0.0/8", UNSPECIFIED),
          range("100.64.0.0/10", SPECIAL),
          range("192.0.0.0/24", SPECIAL),
          range("192.0.2.0/24", SPECIAL),
          range("192.88.99.0/24", SPECIAL),
          range("198.18.0.0/15", SPECIAL),
          range("198.51.100.0/24", SPECIAL),
          range("203.0.113.0/24", SPECIAL),
          range("240.0.0.0/4", SPECIAL),
          range("::1", LOOPBACK),
          range("::", UNSPECIFIED),
          range("fc00::/7", PRIVATE),
          range("fe80::/10", LINK_LOCAL),
          range("ff00::/8", MULTICAST),
          range("2001::/23", SPECIAL), // Teredo among them.
          range("2001:db8::/32", SPECIAL),
          range("2002::/16", SPECIAL), // 6to4 carries any IPv4 address.
          range("3fff::/20", SPECIAL),
          range("2000::/3", PUBLIC),
          // All that IANA has not given to the public: NAT64, SRv6, mapped, discarded, reserved.
          range("::/0", SPECIAL));

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  private static Range range(String cidr, AddressKind kind) {
    return new Range(Cidr.parse(cidr).orElseThrow(), kind);
  }

  /** The kind of an address; one that carries an IPv4 address inside (mapped) is that one. */
  public static AddressKind of(InetAddress address) {
    Optional<Range> range =
        RANGES.stream().filter(candidate -> candidate.cidr().contains(address)).findFirst();
    return range.map(Range::kind).orElse(address instanceof Inet4Address ? PUBLIC : SPECIAL);
  }

  /** For sentences: {@code a private address}. */
  public String words() {
    return words;
  }
}
