package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document without the middles of its very long words. A YAML parser handles each character
 * several times and in several buffers; a picture of megabytes in one base64 word costs most of
 * that work, and the middle of a word has no meaning to YAML.
 *
 * <p>The rest of such a word is longer than a YAML key on one line may be, so that it is no key,
 * like the whole word. Lines of the text are those of the document, columns are not. Used once, by
 * one thread.
 */
final class AbridgedText {

  /** Bytes of a long word. */
  static final int LONG_WORD = 1 << 15;

  /** Bytes kept at either end: more than the 1,024 characters of a key. */
  private static final int KEPT_BYTES = 1 << 11;

  /** Random, so that no document can contain it. */
  private static final String PLACEHOLDER =
      "abridged" + HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  /** Length of a stand-in: the placeholder and the number of the middle. */
  private static final int STAND_IN = PLACEHOLDER.length() + Integer.BYTES * 2;

  private record Part(int from, int to) {}

  private final Document document;
  private final List<Part> middles;
  private int restored;

  private AbridgedText(Document document, List<Part> middles) {
    this.document = document;
    this.middles = middles;
  }

  /** Null when the document has no long word. */
  static @Nullable AbridgedText of(Document document) {
    List<Part> words = document.length() < LONG_WORD ? List.of() : longWords(document);
    return words.isEmpty()
        ? null
        : new AbridgedText(document, words.stream().map(AbridgedText::middle).toList());
  }

  private static Part middle(Part word) {
    return new Part(word.from() + KEPT_BYTES, word.to() - KEPT_BYTES);
  }

  /** Bytes of the text for the parser. */
  int length() {
    int left = document.length();
    for (Part middle : middles) {
      left -= middle.to() - middle.from() - STAND_IN;
    }
    return left;
  }

  /**
   * A long word has a byte at a multiple of half the minimal length: only words there are checked.
   */
  private static List<Part> longWords(Document document) {
    byte[] bytes = document.file().content();
    int end = document.offset() + document.length();
    List<Part> words = new ArrayList<>();
    int free = document.offset();
    for (int probe = free + LONG_WORD / 2; probe < end; probe = free + LONG_WORD / 2) {
      int from = probe;
      while (from > free && isOfWord(bytes[from - 1])) {
        from--;
      }
      int to = probe;
      while (to < end && isOfWord(bytes[to])) {
        to++;
      }
      if (to - from >= LONG_WORD) {
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

  /** The text for the parser. */
  Document shorter() {
    byte[] bytes = document.file().content();
    ByteArrayOutputStream out = new ByteArrayOutputStream(length());
    int at = document.offset();
    for (int number = 0; number < middles.size(); number++) {
      out.write(bytes, at, middles.get(number).from() - at);
      out.writeBytes((PLACEHOLDER + HexFormat.of().toHexDigits(number)).getBytes(US_ASCII));
      at = middles.get(number).to();
    }
    out.write(bytes, at, document.offset() + document.length() - at);
    return new Document(
        new ThreadFile(document.file().name(), out.toByteArray()),
        0,
        out.size(),
        document.firstLine());
  }

  /** Restores a parsed text. */
  String restored(String text) {
    int found = text.length() < 2 * KEPT_BYTES ? -1 : text.indexOf(PLACEHOLDER);
    if (found < 0) {
      return text;
    }
    List<String> parts = new ArrayList<>();
    int at = 0;
    for (; found >= 0; found = text.indexOf(PLACEHOLDER, at)) {
      parts.add(text.substring(at, found));
      at = found + STAND_IN;
      parts.add(middle(HexFormat.fromHexDigits(text, found + PLACEHOLDER.length(), at)));
    }
    parts.add(text.substring(at));
    return String.join("", parts);
  }

  private String middle(int number) {
    Part middle = middles.get(number);
    restored++;
    return new String(
        document.file().content(), middle.from(), middle.to() - middle.from(), ISO_8859_1);
  }

  /** Whether each omitted middle was restored once; false where one stood in a comment. */
  boolean isWhole() {
    return restored == middles.size();
  }
}
