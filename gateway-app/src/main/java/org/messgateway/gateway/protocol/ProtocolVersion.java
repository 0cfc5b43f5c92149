package org.messgateway.gateway.protocol;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A version of MESS as a message names it by {@code v}. Source: protocol §1.1. */
public record ProtocolVersion(int major, int minor, int patch)
    implements Comparable<ProtocolVersion> {

  /** What a message means that names none. */
  public static final String DEFAULT = "1.0.0";

  private static final List<ProtocolVersion> KNOWN =
      List.of(new ProtocolVersion(1, 0, 0), new ProtocolVersion(1, 1, 0));

  private static final Pattern WRITTEN =
      Pattern.compile("v?(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?(?:[-+].{1,40})?");

  /** Empty for what is no version; {@code 1} and {@code 1.1}, which YAML reads as numbers, are. */
  public static Optional<ProtocolVersion> of(@Nullable Object v) {
    Matcher written = WRITTEN.matcher(String.valueOf(v).strip());
    return (v instanceof String || v instanceof Number) && written.matches()
        ? Optional.of(
            new ProtocolVersion(
                number(written.group(1)), number(written.group(2)), number(written.group(3))))
        : Optional.empty();
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** A sentence for who speaks a version above those known; empty for the others. */
  public Optional<String> beyond() {
    return compareTo(KNOWN.getLast()) <= 0
        ? Optional.empty()
        : Optional.of(
            ("This exchange knows MESS %s and %s. What %s says beyond them is kept, and has no"
                    + " effect.")
                .formatted(KNOWN.getFirst(), KNOWN.getLast(), this));
  }

  @Override
  public int compareTo(ProtocolVersion other) {
    return Stream.of(
            Integer.compare(major, other.major),
            Integer.compare(minor, other.minor),
            Integer.compare(patch, other.patch))
        .filter(each -> each != 0)
        .findFirst()
        .orElse(0);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
