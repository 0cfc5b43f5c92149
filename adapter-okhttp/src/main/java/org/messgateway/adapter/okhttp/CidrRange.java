package org.messgateway.adapter.okhttp;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses: {@code 10.0.0.0/8}, {@code fd00::/8}, or a single address. Parsing never
 * resolves a name.
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed.
public record CidrRange(byte[] network, int prefix) {

  private static final Pattern FORM = Pattern.compile("([0-9A-Fa-f:.]+)(?:/(\\d{1,3}))?");
  private static final Pattern FOUR_NUMBERS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  /** The range of a text; empty when the text is no range. */
  public static Optional<CidrRange> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return literal(matcher.group(1)).flatMap(address -> of(address.getAddress(), matcher.group(2)));
  }

  private static Optional<CidrRange> of(byte[] network, @Nullable String prefix) {
    int bits = network.length * 8;
    int length = prefix == null ? bits : Integer.parseInt(prefix);
    return length <= bits ? Optional.of(new CidrRange(network, length)) : Optional.empty();
  }

  /** The address of a literal: four numbers or IPv6. Empty for names and for unusual spellings. */
  static Optional<InetAddress> literal(String text) {
    if (!text.contains(":") && !FOUR_NUMBERS.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }

  /** Whether this is the one address alone. */
  boolean is(InetAddress address) {
    return prefix == network.length * 8 && contains(address);
  }

  /** Whether an address lies in the range; a mapped IPv4 address counts as what it maps. */
  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length != network.length) {
      return false;
    }
    for (int bit = 0; bit < prefix; bit++) {
      int mask = 0x80 >> (bit % 8);
      if (((bytes[bit / 8] ^ network[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
