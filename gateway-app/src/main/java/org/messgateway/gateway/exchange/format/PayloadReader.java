package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads the entries of a {@code MESS} list. Unknown types are kept (protocol §8.7). {@code v} is no
 * payload.
 */
final class PayloadReader {

  private static final Set<String> STATUS_FIELDS = Set.of("re", "code", "executor", "message");
  private static final Pattern QUESTION = Pattern.compile(".*/question-\\d{3}-([^/]+)");

  private PayloadReader() {}

  /**
   * @param node the list; a map counts as a list of its entries, a list wrapped in another {@code
   *     MESS} as itself, a scalar as nothing
   */
  static List<Payload> read(Node node) {
    List<Payload> payloads = new ArrayList<>();
    collect(node, payloads);
    return payloads;
  }

  private static void collect(Node node, List<Payload> payloads) {
    if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(element -> collectElement(element, payloads));
    } else if (node instanceof MappingNode) {
      collectElement(node, payloads);
    }
  }

  private static void collectElement(Node element, List<Payload> payloads) {
    if (element instanceof MappingNode) {
      MappingFields.of(element)
          .entries()
          .forEach((type, value) -> collectEntry(type, value, payloads));
    } else {
      NodeValues.text(element)
          .ifPresent(text -> payloads.add(new Payload.UnknownPayload(text, null)));
    }
  }

  private static void collectEntry(String type, Node value, List<Payload> payloads) {
    switch (type) {
      case "v" -> {}
      case "MESS" -> collect(value, payloads);
      case "ack" -> payloads.addAll(acks(value));
      default -> payloads.add(payload(type, value));
    }
  }

  private static Payload payload(String type, Node value) {
    return switch (type) {
      case "request" -> RequestReader.read(value).orElseGet(() -> other(type, value));
      case "status" -> status(value).orElseGet(() -> other(type, value));
      case "response" -> response(value);
      case "reply" -> reply(value);
      case "answer" -> answer(value);
      case "cancel" -> cancel(value);
      case "suggestion" -> suggestion(value).orElseGet(() -> other(type, value));
      case "review" -> review(value);
      default -> other(type, value);
    };
  }

  private static Payload other(String type, Node value) {
    return new Payload.UnknownPayload(type, PlainValues.of(value));
  }

  private static Optional<Payload> status(Node node) {
    MappingFields fields = MappingFields.of(node);
    return NodeValues.scalar(node)
        .or(() -> fields.scalar("code"))
        .map(code ->
            new Payload.Status(
                fields.texts("re"),
                code,
                ThreadStatus.of(code).orElse(null),
                fields.scalar("executor").orElse(null),
                fields.text("message").orElse(null),
                fields.valuesExcept(STATUS_FIELDS)));
  }

  private static Payload response(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<ContentEntry> content = new ArrayList<>();
    NodeValues.scalar(node).map(ContentEntry.Text::new).ifPresent(content::add);
    fields.node("content", "contents").map(ContentReader::read).ifPresent(content::addAll);
    fields.entries().forEach((key, value) -> content.addAll(direct(key, value)));
    return new Payload.Response(
        fields.texts("re"),
        List.copyOf(content),
        fields.scalar("executor").orElse(null),
        fields.text("notes").orElse(null),
        fields.truth("partial").orElse(false));
  }

  /** {@code response: {text: Done!}} is written too. */
  private static List<ContentEntry> direct(String key, Node value) {
    return ContentReader.TYPES.contains(key) ? ContentReader.entry(key, value) : List.of();
  }

  private static Payload reply(Node node) {
    MappingFields fields = MappingFields.of(node);
    return new Payload.Reply(
        fields.texts("re"),
        answers(node, fields),
        fields.truth("confirm").orElse(null),
        fields.truth("accept").orElse(null),
        fields.text("reason").orElse(null),
        fields.node("context", "contexts").map(ContentReader::read).orElse(List.of()));
  }

  private static Map<String, Object> answers(Node reply, MappingFields fields) {
    Map<String, Object> answers = new LinkedHashMap<>();
    NodeValues.scalar(reply).ifPresent(text -> answers.put("answer", text));
    Optional<Node> written = fields.node("answers");
    written.map(MappingFields::of).ifPresent(map -> answers.putAll(map.valuesExcept(Set.of())));
    written
        .filter(SequenceNode.class::isInstance)
        .map(NodeValues::elements)
        .orElse(List.of())
        .forEach(element -> put(answers, MappingFields.of(element)));
    return answers;
  }

  /** The single answer of MESSE-AF 2.1: {@code {id, value}}, or {@code {re, value}}. */
  private static Payload answer(Node node) {
    MappingFields fields = MappingFields.of(node);
    Map<String, Object> answers = new LinkedHashMap<>();
    NodeValues.scalar(node).ifPresent(text -> answers.put("answer", text));
    put(answers, fields);
    return new Payload.Reply(fields.texts("re"), answers, null, null, null, List.of());
  }

  private static void put(Map<String, Object> answers, MappingFields answer) {
    Object value = answer.node("value", "answer").map(PlainValues::of).orElse(null);
    if (value != null) {
      answers.put(
          answer
              .scalar("id", "field")
              .or(() -> answer.scalar("re").flatMap(PayloadReader::question))
              .orElse("answer"),
          value);
    }
  }

  /** The question's id at the end of a message's ref: {@code <thread>/question-001-brand}. */
  private static Optional<String> question(String re) {
    Matcher matcher = QUESTION.matcher(re);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Payload cancel(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<String> re = node instanceof MappingNode ? fields.texts("re") : NodeValues.texts(node);
    return new Payload.Cancel(re, fields.text("reason").orElse(null));
  }

  private static Optional<Payload> suggestion(Node node) {
    MappingFields fields = MappingFields.of(node);
    return fields
        .scalar("type")
        .map(type ->
            new Payload.Suggestion(
                fields.scalar("id").orElse(null),
                type,
                fields.texts("re"),
                fields.node("proposed").map(PlainValues::of).orElse(null),
                fields.text("reason").orElse(null)));
  }

  /** A rating may be a number, or say whether the result is accepted. */
  private static Payload review(Node node) {
    MappingFields fields = MappingFields.of(node);
    String rating = fields.scalar("rating").orElse("").strip().toLowerCase(Locale.ROOT);
    return new Payload.Review(
        fields.texts("re"),
        rating.matches("[1-5]") ? Integer.valueOf(rating) : null,
        accepted(fields, rating),
        fields.text("feedback").orElse(null),
        fields.truth("request_redo").orElse(false));
  }

  private static @Nullable Boolean accepted(MappingFields fields, String rating) {
    return switch (rating) {
      case "accept" -> Boolean.TRUE;
      case "reject" -> Boolean.FALSE;
      default ->
          fields.truth("accept").or(() -> fields.truth("reject").map(no -> !no)).orElse(null);
    };
  }

  /** One for a single request, one for each of a batch. */
  private static List<Payload> acks(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<Payload> acks = new ArrayList<>();
    for (Node each : fields.node("requests").map(NodeValues::elements).orElse(List.of())) {
      MappingFields request = MappingFields.of(each);
      acks.add(new Payload.Ack(request.texts("id"), request.scalar("ref").orElse(null)));
    }
    if (acks.isEmpty()) {
      acks.add(new Payload.Ack(fields.texts("re"), fields.scalar("ref").orElse(null)));
    }
    return acks;
  }
}
