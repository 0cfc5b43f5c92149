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
 * The address ranges and hosts that the operator permits beyond the {@link AddressGuard}'s own
 * rules. A host in the list is permitted whatever address its name resolves to.
 */
public final class HostAllowList {

  private static final Pattern HOST =
      Pattern.compile("[\\p{Alnum}_]([\\p{Alnum}_-]*[\\p{Alnum}_])?(\\.[\\p{Alnum}_-]+)*+\\.?");
  private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)\\.?");

  private final List<CidrRange> ranges;
  private final Set<String> hosts;

  private HostAllowList(List<CidrRange> ranges, Set<String> hosts) {
    this.ranges = List.copyOf(ranges);
    this.hosts = Set.copyOf(hosts);
  }

  /** An empty list. */
  public static HostAllowList nothing() {
    return new HostAllowList(List.of(), Set.of());
  }

  /** The list of these entries. Entries with a {@link #problem} are ignored. */
  public static HostAllowList of(List<String> entries) {
    List<CidrRange> ranges = new ArrayList<>();
    entries.forEach(entry -> CidrRange.parse(entry).ifPresent(ranges::add));
    Set<String> hosts =
        entries.stream()
            .filter(entry -> CidrRange.parse(entry).isEmpty() && isHost(entry))
            .map(HostAllowList::plain)
            .collect(Collectors.toSet());
    return new HostAllowList(ranges, hosts);
  }

  /**
   * Checks an entry.
   *
   * @return the problem; empty when the entry is usable
   */
  public static Optional<String> problem(String entry) {
    return CidrRange.parse(entry).isPresent() || isHost(entry)
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

  /** The host in the form for comparisons: lower case, no dot at the end. */
  static String plain(String host) {
    String lower = host.strip().toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** Whether the list holds the host by its name. */
  public boolean permitsHost(String host) {
    return hosts.contains(plain(host));
  }

  boolean permits(InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  /** Whether the list holds this very address, not only a range around it. */
  boolean names(InetAddress address) {
    return ranges.stream().anyMatch(range -> range.is(address));
  }
}
