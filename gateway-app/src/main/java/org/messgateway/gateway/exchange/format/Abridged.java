package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A document without the middles of its very long words. A parser looks at every character several
 * times and keeps it in several buffers; for a picture of megabytes in one word of base64 that is
 * most of the work, though no letter or digit in the middle of a word means anything to YAML.
 *
 * <p>What is left of such a word is longer than YAML lets a key on one line be, so that it is taken
 * for none as the whole word would be. Positions in it are not those of the document. Used by one
 * thread, once.
 */
final class Abridged {

  /** Bytes from which a word is long. */
  static final int LONG = 1 << 15;

  /** What stays of it at either end: more than the 1,024 characters of a key. */
  private static final int LEFT = 1 << 11;

  /** Nobody can write it into a document to be mixed up with. */
  private static final String STAND_IN =
      "abridged" + HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  private record Part(int from, int to) {}

  private final Document document;
  private final Document shorter;
  private final List<Part> middles;
  private int restored;

  private Abridged(Document document, Document shorter, List<Part> middles) {
    this.document = document;
    this.shorter = shorter;
    this.middles = middles;
  }

  /** Empty when the document has no long word. */
  static Optional<Abridged> of(Document document) {
    List<Part> words = document.length() < LONG ? List.of() : longWords(document);
    return words.isEmpty() ? Optional.empty() : Optional.of(without(document, words));
  }

  /** A long word has a byte at some multiple of half its length: only words there are looked at. */
  private static List<Part> longWords(Document document) {
    byte[] bytes = document.file().content();
    int end = document.offset() + document.length();
    List<Part> words = new ArrayList<>();
    int free = document.offset();
    for (int probe = free + LONG / 2; probe < end; probe = free + LONG / 2) {
      int from = probe;
      while (from > free && isOfWord(bytes[from - 1])) {
        from--;
      }
      int to = probe;
      while (to < end && isOfWord(bytes[to])) {
        to++;
      }
      if (to - from >= LONG) {
        words.add(new Part(from, to));
      }
      free = to;
    }
    return words;
  }

  /** The characters of base64: none of them ends a word in any style of YAML. */
  private static boolean isOfWord(byte each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '/' && each <= '9')
        || each == '+'
        || each == '=';
  }

  private static Abridged without(Document document, List<Part> words) {
    byte[] bytes = document.file().content();
    byte[] standIn = STAND_IN.getBytes(US_ASCII);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Part> middles = new ArrayList<>();
    int at = document.offset();
    for (Part word : words) {
      Part middle = new Part(word.from() + LEFT, word.to() - LEFT);
      out.write(bytes, at, middle.from() - at);
      out.writeBytes(standIn);
      middles.add(middle);
      at = middle.to();
    }
    out.write(bytes, at, document.offset() + document.length() - at);
    Document shorter = Document.whole(document.file().name(), out.toByteArray());
    return new Abridged(document, shorter, middles);
  }

  /** What is to be parsed. */
  Document shorter() {
    return shorter;
  }

  /** A text out of it, as it stands in the document; to be asked in the document's order. */
  String restored(String text) {
    int found = text.length() < 2 * LEFT ? -1 : text.indexOf(STAND_IN);
    if (found < 0) {
      return text;
    }
    List<String> parts = new ArrayList<>();
    int at = 0;
    for (; found >= 0; found = text.indexOf(STAND_IN, at)) {
      parts.add(text.substring(at, found));
      parts.add(nextMiddle());
      at = found + STAND_IN.length();
    }
    parts.add(text.substring(at));
    return String.join("", parts);
  }

  private String nextMiddle() {
    Part middle = middles.get(restored);
    restored++;
    return new String(
        document.file().content(), middle.from(), middle.to() - middle.from(), ISO_8859_1);
  }

  /** Whether all that was left out is back: none of it stood where nobody asks, as in a comment. */
  boolean isWhole() {
    return restored == middles.size();
  }
}
