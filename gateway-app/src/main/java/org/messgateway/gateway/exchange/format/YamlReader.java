package org.messgateway.gateway.exchange.format;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML 1.2 document with the core schema.
 *
 * <p>Keys are plain and unique. Nesting, the number of nodes, aliases and what they add are
 * limited, so that a hostile document fails within milliseconds and before its nodes are built. All
 * tags give plain values only.
 */
public final class YamlReader {

  /** Most aliases; writers that share objects need a few. */
  private static final int MAX_ALIASES = 50;

  private static final int SMALLEST_BUFFER = 1024;

  /** A scanner rereads the whole scalar when its buffer is empty: quadratic with a small buffer. */
  private static final int LARGEST_BUFFER = 1 << 22;

  /** For buffers of 1 KiB, 2 KiB … 4 MiB: the builder makes a schema of its own each time. */
  private static final List<LoadSettings> SETTINGS =
      IntStream.iterate(SMALLEST_BUFFER, size -> size <= LARGEST_BUFFER, size -> size * 2)
          .mapToObj(YamlReader::settings)
          .toList();

  private YamlReader() {}

  /**
   * Reads values without positions: marks of the nodes are invalid. A picture of megabytes costs
   * little more than a copy.
   *
   * @throws ThreadFormatException when it is not UTF-8, no YAML, or beyond the limits
   */
  public static YamlDocument meaning(Document document) throws ThreadFormatException {
    return meaning(document, new ParseLimits());
  }

  /**
   * The same for one of several documents of a thread.
   *
   * @param limits of the thread
   */
  static YamlDocument meaning(Document document, ParseLimits limits) throws ThreadFormatException {
    AbridgedText abridged = AbridgedText.of(document);
    limits.begin(document, abridged == null ? document.length() : abridged.length());
    YamlDocument quickly =
        abridged == null
            ? BlockScanner.read(document, limits)
            : quickly(document, abridged, limits);
    return quickly == null ? parsed(document, limits) : quickly;
  }

  /**
   * Null when values or errors need the whole document.
   *
   * @throws ThreadFormatException of a document of which all, in the parser's buffers, would take
   *     several times its memory
   */
  private static @Nullable YamlDocument quickly(
      Document document, AbridgedText abridged, ParseLimits limits) throws ThreadFormatException {
    try {
      Node root = root(abridged.shorter(), abridged::restored, limits);
      if (document.length() > ParseLimits.TEXT || (root != null && abridged.isWhole())) {
        return new YamlDocument(document, root, false, null);
      }
    } catch (ThreadFormatException problem) {
      if (document.length() > ParseLimits.TEXT) {
        throw problem;
      }
    }
    limits.again();
    return null;
  }

  private static YamlDocument parsed(Document document, ParseLimits limits)
      throws ThreadFormatException {
    return new YamlDocument(document, root(document, UnaryOperator.identity(), limits), true, null);
  }

  /**
   * Reads a document with the positions of its nodes; without them where it is larger than the text
   * that a parser gets at once.
   *
   * @throws ThreadFormatException when it is not UTF-8, no YAML, or beyond the limits
   */
  public static YamlDocument read(Document document) throws ThreadFormatException {
    if (document.length() > ParseLimits.TEXT) {
      return meaning(document);
    }
    ParseLimits limits = new ParseLimits();
    limits.begin(document, document.length());
    return parsed(document, limits);
  }

  private static @Nullable Node root(
      Document document, UnaryOperator<String> restored, ParseLimits limits)
      throws ThreadFormatException {
    String text = document.text();
    try {
      Node root = compose(text, restored, limits);
      if (root != null) {
        NodeCheck.check(root, document, limits);
      }
      return root;
    } catch (MarkedYamlEngineException problem) {
      throw marked(document, problem);
    } catch (ReaderException problem) {
      throw unreadable(document, text, problem);
    } catch (YamlEngineException problem) {
      throw document.problem(0, 0, oneLine(problem.getMessage()));
    } catch (IndexOutOfBoundsException | IllegalArgumentException _) {
      // Errors of the parser itself on broken input must affect this thread only.
      throw document.problem(0, 0, "is no YAML");
    }
  }

  private static @Nullable Node compose(
      String text, UnaryOperator<String> restored, ParseLimits limits) {
    LoadSettings settings = SETTINGS.get(step(text.length()));
    ParserImpl parser = new ParserImpl(settings, new StreamReader(settings, text));
    return new Composer(settings, new EventGuard(parser, restored, limits))
        .getSingleNode()
        .orElse(null);
  }

  /** Of the smallest buffer that holds more than this, as far as there is one. */
  private static int step(int length) {
    int doublings = Integer.SIZE - Integer.numberOfLeadingZeros(length / SMALLEST_BUFFER);
    return Math.min(doublings, SETTINGS.size() - 1);
  }

  private static LoadSettings settings(int bufferSize) {
    return LoadSettings.builder()
        .setSchema(PlainSchema.INSTANCE)
        .setBufferSize(bufferSize)
        .setCodePointLimit(Integer.MAX_VALUE)
        .setMaxAliasesForCollections(MAX_ALIASES)
        .setAllowNonScalarKeys(true)
        .setAllowRecursiveKeys(false)
        .setAllowDuplicateKeys(false)
        .setUseMarks(true)
        .build();
  }

  private static ThreadFormatException marked(
      Document document, MarkedYamlEngineException problem) {
    Optional<Mark> mark = problem.getProblemMark().or(problem::getContextMark);
    return document.problem(
        mark.map(Mark::getLine).orElse(0),
        mark.map(Mark::getColumn).orElse(0),
        YamlProblems.inWords(problem));
  }

  private static ThreadFormatException unreadable(
      Document document, String text, ReaderException problem) {
    int end = text.offsetByCodePoints(0, Math.min(problem.getPosition(), codePoints(text)));
    int lineStart = text.lastIndexOf('\n', Math.max(0, end - 1)) + 1;
    int line = (int) text.substring(0, end).chars().filter(each -> each == '\n').count();
    String reason = "the character U+%04X is not allowed in YAML".formatted(problem.getCodePoint());
    return document.problem(line, Math.max(0, end - lineStart), reason);
  }

  private static int codePoints(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "is no YAML" : message.lines().findFirst().orElse("is no YAML");
  }
}
