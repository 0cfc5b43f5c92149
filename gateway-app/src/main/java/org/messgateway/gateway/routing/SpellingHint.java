package org.messgateway.gateway.routing;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the known words nearest to one that is not known. */
public final class SpellingHint {

  private SpellingHint() {}

  /** The nearest candidate; empty when none is near enough. */
  public static Optional<String> of(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerance(word, candidate))
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /**
   * The nearest candidates, the nearest first: those that are written almost alike, and those that
   * have all words of the other, or the other way round ({@code vision} and {@code fridge-vision}).
   */
  public static List<String> near(String word, Collection<String> candidates, int most) {
    return candidates.stream()
        .distinct()
        .filter(each -> distance(word, each) <= tolerance(word, each) || akin(word, each))
        .sorted(
            Comparator.<String>comparingInt(each -> distance(word, each))
                .thenComparing(Comparator.naturalOrder()))
        .limit(most)
        .toList();
  }

  private static boolean akin(String word, String candidate) {
    Set<String> one = words(word);
    Set<String> other = words(candidate);
    return !one.isEmpty() && !other.isEmpty() && (one.containsAll(other) || other.containsAll(one));
  }

  private static Set<String> words(String text) {
    return Arrays.stream(simple(text).split("[^\\p{L}\\p{N}]+"))
        .filter(each -> each.length() > 1)
        .collect(Collectors.toSet());
  }

  /** A hint for a message; empty when no candidate is near. */
  public static String hint(String word, Collection<String> candidates) {
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
