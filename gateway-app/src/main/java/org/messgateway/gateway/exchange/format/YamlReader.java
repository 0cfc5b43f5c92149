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
 * <p>Keys are plain and stand once; nesting, aliases and what aliases expand to are limited, so
 * that a hostile document fails within milliseconds. No tag makes anything but plain values.
 */
public final class YamlReader {

  /** What writers that share objects make of a thread needs a handful. */
  private static final int MAX_ALIASES = 50;

  private static final int SMALLEST_BUFFER = 1024;

  /** Scanners look back over the whole scalar when their buffer runs dry: quadratic when small. */
  private static final int LARGEST_BUFFER = 1 << 22;

  /** Read only once made; making it costs more than reading a small document. */
  private static final PlainSchema SCHEMA = new PlainSchema();

  /** For buffers of 1 KiB, 2 KiB … 4 MiB: the builder makes a schema of its own each time. */
  private static final List<LoadSettings> SETTINGS =
      IntStream.iterate(SMALLEST_BUFFER, size -> size <= LARGEST_BUFFER, size -> size * 2)
          .mapToObj(YamlReader::settings)
          .toList();

  private YamlReader() {}

  /**
   * Reads what a document says, not where: marks of its nodes are not to be believed. Pictures of
   * megabytes cost little more than a copy.
   *
   * @throws ThreadFormatException when it is not UTF-8, no YAML, or beyond the limits
   */
  static YamlDocument meaning(Document document) throws ThreadFormatException {
    Optional<YamlDocument> quickly = Abridged.of(document).flatMap(it -> quickly(document, it));
    return quickly.isPresent() ? quickly.get() : read(document);
  }

  /** Empty when it takes the whole document to say what it means, or what is wrong with it. */
  private static Optional<YamlDocument> quickly(Document document, Abridged abridged) {
    try {
      Node root = compose(abridged.shorter().text(), abridged::restored);
      if (root == null || !abridged.isWhole()) {
        return Optional.empty();
      }
      NodeCheck.check(root, document);
      return Optional.of(new YamlDocument(document, root));
    } catch (ThreadFormatException
        | YamlEngineException
        | IndexOutOfBoundsException
        | IllegalArgumentException problem) {
      return Optional.empty();
    }
  }

  /**
   * Reads a document.
   *
   * @throws ThreadFormatException when it is not UTF-8, no YAML, or beyond the limits
   */
  public static YamlDocument read(Document document) throws ThreadFormatException {
    String text = document.text();
    try {
      Node root = compose(text, UnaryOperator.identity());
      if (root != null) {
        NodeCheck.check(root, document);
      }
      return new YamlDocument(document, root);
    } catch (MarkedYamlEngineException problem) {
      throw marked(document, problem).because(problem);
    } catch (ReaderException problem) {
      throw unreadable(document, text, problem).because(problem);
    } catch (YamlEngineException problem) {
      throw document.problem(0, 0, oneLine(problem.getMessage())).because(problem);
    } catch (IndexOutOfBoundsException | IllegalArgumentException problem) {
      // The parser's own slips on broken input; they must not cost more than this thread.
      throw document.problem(0, 0, "is no YAML").because(problem);
    }
  }

  private static @Nullable Node compose(String text, UnaryOperator<String> restored) {
    LoadSettings settings = SETTINGS.get(step(text.length()));
    ParserImpl parser = new ParserImpl(settings, new StreamReader(settings, text));
    return new Composer(settings, new EventGuard(parser, restored)).getSingleNode().orElse(null);
  }

  /** Of the smallest buffer that holds more than this, as far as there is one. */
  private static int step(int length) {
    int doublings = Integer.SIZE - Integer.numberOfLeadingZeros(length / SMALLEST_BUFFER);
    return Math.min(doublings, SETTINGS.size() - 1);
  }

  private static LoadSettings settings(int bufferSize) {
    return LoadSettings.builder()
        .setSchema(SCHEMA)
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
