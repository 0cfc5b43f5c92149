package org.messgateway.gateway.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads one YAML document into nodes that keep the text as written and its position. Jackson's
 * streaming parser gives both; its own types for {@code no} or {@code 22:00} are not used.
 */
final class ConfigTree {

  private static final YAMLFactory YAML = new YAMLFactory();

  private final String file;
  private final int[] characters;
  private final ConfigProblems problems;
  private final Map<String, ConfigNode> anchors = new HashMap<>();

  private ConfigTree(String file, String text, ConfigProblems problems) {
    this.file = file;
    this.characters = text.codePoints().toArray();
    this.problems = problems;
  }

  /** The document; an empty map for an empty file; empty when it is not YAML. */
  static Optional<ConfigNode> parse(String file, String text, ConfigProblems problems) {
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    ConfigTree tree = new ConfigTree(file, plain, problems);
    try (YAMLParser parser = YAML.createParser(plain)) {
      return Optional.of(tree.document(parser));
    } catch (JsonProcessingException e) {
      problems.error("", tree.where(e), "this is no YAML: " + sentence(e), "");
      return Optional.empty();
    } catch (IOException impossible) {
      throw new IllegalStateException("a text in memory is always readable", impossible);
    }
  }

  private ConfigNode document(YAMLParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    ConfigNode root =
        first == null
            ? new ConfigNode.Mapping(SourcePosition.startOf(file), Map.of())
            : node(parser, first, "");
    if (parser.nextToken() != null) {
      problems.error(
          "", at(parser), "a second document begins", "take away the line --- before it");
    }
    return root;
  }

  private ConfigNode node(YAMLParser parser, JsonToken token, String path) throws IOException {
    if (parser.isCurrentAlias()) {
      return aliased(parser, path);
    }
    SourcePosition at = at(parser);
    Object anchor = parser.getObjectId();
    ConfigNode node =
        switch (token) {
          case START_OBJECT -> mapping(parser, at, path);
          case START_ARRAY -> sequence(parser, at, path);
          case VALUE_NULL -> new ConfigNode.Scalar(at, null);
          default -> new ConfigNode.Scalar(at, text(parser));
        };
    if (anchor != null) {
      anchors.put(anchor.toString(), node);
    }
    return node;
  }

  private ConfigNode mapping(YAMLParser parser, SourcePosition at, String path) throws IOException {
    Map<String, ConfigNode.Entry> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      SourcePosition keyAt = at(parser);
      String below = path.isEmpty() ? key : path + "." + key;
      ConfigNode value = node(parser, parser.nextToken(), below);
      ConfigNode.Entry earlier = entries.putIfAbsent(key, new ConfigNode.Entry(keyAt, value));
      report(key, below, keyAt, earlier);
    }
    return new ConfigNode.Mapping(at, entries);
  }

  private void report(
      String key, String path, SourcePosition at, ConfigNode.@Nullable Entry earlier) {
    if (earlier != null) {
      problems.error(
          path,
          at,
          "the key `"
              + key
              + "` stands here a second time, first in line "
              + earlier.keyAt().line(),
          "keep one of the two");
    } else if (key.equals("<<")) {
      problems.error(path, at, "merge keys are not read", "write the keys out");
    }
  }

  private ConfigNode sequence(YAMLParser parser, SourcePosition at, String path)
      throws IOException {
    List<ConfigNode> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(node(parser, token, path + "[" + items.size() + "]"));
    }
    return new ConfigNode.Sequence(at, items);
  }

  private ConfigNode aliased(YAMLParser parser, String path) throws IOException {
    ConfigNode node = anchors.get(parser.getText());
    if (node != null) {
      return node;
    }
    SourcePosition at = at(parser);
    problems.error(
        path,
        at,
        "this alias names no anchor before it",
        "put a text that begins with * in quotes");
    return new ConfigNode.Scalar(at, null);
  }

  /** A missing value is null; empty quotes are an empty text. */
  private @Nullable String text(JsonParser parser) throws IOException {
    String text = parser.getText();
    return text.isEmpty() && !quoted(parser.currentTokenLocation().getCharOffset()) ? null : text;
  }

  private boolean quoted(long offset) {
    return offset >= 0
        && offset < characters.length
        && "'\"|>".indexOf(characters[Math.toIntExact(offset)]) >= 0;
  }

  private SourcePosition at(JsonParser parser) {
    JsonLocation location = parser.currentTokenLocation();
    return new SourcePosition(
        file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  private SourcePosition where(JsonProcessingException failure) {
    JsonLocation location = failure.getLocation();
    return location == null
        ? SourcePosition.startOf(file)
        : new SourcePosition(
            file, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }

  /** The parser's message without the lines that it quotes: they may hold a secret. */
  private static String sentence(JsonProcessingException failure) {
    return Objects.requireNonNullElse(failure.getOriginalMessage(), "it cannot be parsed")
        .lines()
        .filter(line -> !line.isEmpty() && !Character.isWhitespace(line.charAt(0)))
        .collect(Collectors.joining(", "));
  }
}
