package org.messgateway.gateway.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word nearest to a misspelled one. */
public final class SpellingHint {

  private SpellingHint() {}

  /** The nearest candidate; empty when none is near enough. */
  public static Optional<String> of(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerance(word, candidate))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /** A hint for a message; empty when no candidate is near. */
  static String hint(String word, Collection<String> candidates) {
    return of(word, candidates).map(near -> "did you mean `" + near + "`?").orElse("");
  }

  private static int tolerance(String word, String candidate) {
    int length = Math.min(word.length(), candidate.length());
    return length < 4 ? 1 : length < 8 ? 2 : 3;
  }

  /** Number of edits between two words; two letters that changed places are one edit. */
  private static int distance(String word, String candidate) {
    String a = simple(word);
    String b = simple(candidate);
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cheapest(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int cheapest(int[][] edits, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
    best = Math.min(best, edits[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
  }

  /** Lower case, 60 characters at most: known words are shorter. */
  private static String simple(String word) {
    String lower = word.toLowerCase(Locale.ROOT).replace('-', '_');
    return lower.length() > 60 ? lower.substring(0, 60) : lower;
  }
}
