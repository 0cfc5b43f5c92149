package org.messgateway.adapter.okhttp;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the operator permits beyond what the guard permits by itself: ranges of addresses, and hosts
 * by name wherever they lead.
 */
public final class AllowList {

  private static final Pattern HOST =
      Pattern.compile("[\\p{Alnum}_]([\\p{Alnum}_-]*[\\p{Alnum}_])?(\\.[\\p{Alnum}_-]+)*+\\.?");
  private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)\\.?");

  private final List<Cidr> ranges;
  private final Set<String> hosts;

  private AllowList(List<Cidr> ranges, Set<String> hosts) {
    this.ranges = List.copyOf(ranges);
    this.hosts = Set.copyOf(hosts);
  }

  public static AllowList nothing() {
    return new AllowList(List.of(), Set.of());
  }

  /** Makes the list of what is written; entries that {@link #problem} finds wrong are left out. */
  public static AllowList of(List<String> entries) {
    List<Cidr> ranges = new ArrayList<>();
    entries.forEach(entry -> Cidr.parse(entry).ifPresent(ranges::add));
    Set<String> hosts =
        entries.stream()
            .filter(entry -> Cidr.parse(entry).isEmpty() && isHost(entry))
            .map(AllowList::plain)
            .collect(Collectors.toSet());
    return new AllowList(ranges, hosts);
  }

  /** What is wrong with an entry, empty when it can be used. */
  public static Optional<String> problem(String entry) {
    return Cidr.parse(entry).isPresent() || isHost(entry)
        ? Optional.empty()
        : Optional.of(
            "\""
                + entry
                + "\" is neither an address (10.0.0.5), a range (10.0.0.0/24, fd00::/8) nor a"
                + " host (robot.example.com)");
  }

  private static boolean isHost(String entry) {
    String plain = plain(entry);
    return HOST.matcher(plain).matches() && !ENDS_IN_A_NUMBER.matcher(plain).matches();
  }

  /** A host as it is compared: lower case, no dot at the end. */
  static String plain(String host) {
    String lower = host.strip().toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** Whether a host is permitted by its name, wherever it leads. */
  public boolean permitsHost(String host) {
    return hosts.contains(plain(host));
  }

  boolean permits(InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }
}
