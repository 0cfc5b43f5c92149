package org.messgateway.gateway.exchange.format;

/** Texts of several lines as {@code |} blocks, which people can read; only where that is exact. */
final class LiteralBlock {

  private LiteralBlock() {}

  /**
   * Whether the text survives: it has lines, at most one newline at its end, and nothing at the
   * edges of lines that indentation or careless editors would change.
   */
  static boolean fits(String text) {
    return text.stripTrailing().indexOf('\n') > 0
        && !text.endsWith("\n\n")
        && text.codePoints().allMatch(each -> each == '\n' || Scalars.isPrintable(each))
        && !text.startsWith(" ")
        && !text.startsWith("\n")
        && text.lines().noneMatch(line -> line.endsWith(" "));
  }

  /** The block from its {@code |} to its last newline. */
  static String of(String text, int indent) {
    StringBuilder out = new StringBuilder(text.endsWith("\n") ? "|\n" : "|-\n");
    text.lines()
        .forEach(line -> {
          out.repeat(' ', line.isEmpty() ? 0 : indent).append(line).append('\n');
        });
    return out.toString();
  }
}
