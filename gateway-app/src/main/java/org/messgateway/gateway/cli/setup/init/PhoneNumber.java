package org.messgateway.gateway.cli.setup.init;

/** Telephone numbers as people write them. */
final class PhoneNumber {

  private PhoneNumber() {}

  /**
   * The number without blanks, hyphens, points, slashes and brackets, and with + in place of 00.
   * Whatever is no number stays as it is.
   */
  static String tidy(String typed) {
    boolean number = typed.matches("(\\+|00)[0-9 ()./\\u2010-\\u2015\\u00a0-]{6,}");
    return number
        ? typed.replaceAll("\\(0\\)", "").replaceAll("[^+0-9]", "").replaceFirst("^00", "+")
        : typed;
  }
}
