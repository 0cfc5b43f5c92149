package org.messgateway.adapter.okhttp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * The kind of network of an address. Sources: IANA's special-purpose registries for IPv4 and IPv6,
 * and the metadata addresses of cloud providers.
 */
public enum IpAddressKind {
  PUBLIC("a public address"),
  LOOPBACK("an address of this machine itself"),
  PRIVATE("a private address"),
  LINK_LOCAL("a link-local address"),
  METADATA("where clouds keep credentials"),
  MULTICAST("a multicast address"),
  UNSPECIFIED("no address of anybody"),
  /** Carrier-grade NAT, translation, tunnels, documentation, benchmarks, reserved. */
  SPECIAL("an address for special purposes");

  private record Range(CidrRange cidr, IpAddressKind kind) {}

  /** The ranges in order of precedence: the first one that contains an address names its kind. */
  private static final List<Range> RANGES =
      List.of(
          range("169.254.169.254", METADATA),
          range("169.254.170.0/24", METADATA), // Credentials of tasks and pods at AWS.
          range("169.254.42.42", METADATA), // Scaleway.
          range("169.254.0.23", METADATA), // Tencent.
          range("169.254.10.10", METADATA), // Tencent.
          range("168.63.129.16", METADATA), // Azure's wire server.
          range("100.100.100.200", METADATA), // Alibaba.
          range("100.96.0.96", METADATA), // Volcengine.
          range("100.80.80.80", METADATA), // UCloud.
          range("192.0.0.192", METADATA), // Oracle.
          range("fd00:ec2::/32", METADATA), // AWS, with its pods' credentials.
          range("fd20:ce::254", METADATA), // Google.
          range("fd00:42::42", METADATA), // Scaleway.
          range("fd00:c1::a9fe:a9fe", METADATA), // Oracle.
          range("fd00:a9fe:a9fe::1", METADATA), // Linode.
          range("fd00:100::100:200", METADATA), // Alibaba.
          range("fe80::a9fe:a9fe", METADATA), // OpenStack.
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

  IpAddressKind(String words) {
    this.words = words;
  }

  private static Range range(String cidr, IpAddressKind kind) {
    return new Range(CidrRange.parse(cidr).orElseThrow(), kind);
  }

  /**
   * The kind of an address. A mapped IPv4 address has the kind of the IPv4 address; an IPv6 address
   * that carries a metadata address is metadata, too.
   */
  public static IpAddressKind of(InetAddress address) {
    boolean metadata =
        CarriedIpv4.in(address).stream().anyMatch(carried -> ofItself(carried) == METADATA);
    return metadata ? METADATA : ofItself(address);
  }

  private static IpAddressKind ofItself(InetAddress address) {
    Optional<Range> range =
        RANGES.stream().filter(candidate -> candidate.cidr().contains(address)).findFirst();
    return range.map(Range::kind).orElse(address instanceof Inet4Address ? PUBLIC : SPECIAL);
  }

  /**
   * IPv4 addresses that translators and tunnels read out of an IPv6 address: NAT64 (RFC 6052, whose
   * octet 8 is empty), 6to4, Teredo, ISATAP, and the last four octets of any.
   */
  private static final class CarriedIpv4 {

    /** Teredo turns every bit of the client's address around. */
    private static final int TEREDO = 0xff;

    private CarriedIpv4() {}

    static List<InetAddress> in(InetAddress address) {
      byte[] bytes = address.getAddress();
      if (bytes.length != 16) {
        return List.of();
      }
      // In order: compatible, ISATAP and NAT64 with 96 bits; NAT64 with 64, 56, 48, 40 and 32;
      // 6to4.
      return List.of(
          four(bytes, 0, 12, 13, 14, 15),
          four(bytes, 0, 9, 10, 11, 12),
          four(bytes, 0, 7, 9, 10, 11),
          four(bytes, 0, 6, 7, 9, 10),
          four(bytes, 0, 5, 6, 7, 9),
          four(bytes, 0, 4, 5, 6, 7),
          four(bytes, 0, 2, 3, 4, 5),
          four(bytes, TEREDO, 12, 13, 14, 15));
    }

    private static InetAddress four(byte[] bytes, int mask, int... places) {
      byte[] four = new byte[places.length];
      for (int i = 0; i < four.length; i++) {
        four[i] = (byte) (bytes[places[i]] ^ mask);
      }
      return address(four);
    }

    private static InetAddress address(byte[] four) {
      try {
        return InetAddress.getByAddress(four);
      } catch (UnknownHostException e) {
        throw new IllegalStateException("four octets are an address", e);
      }
    }
  }

  /** The kind in words, for error messages: {@code a private address}. */
  public String words() {
    return words;
  }
}
