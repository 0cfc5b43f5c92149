package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
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
      for (Node element : sequence.getValue()) {
        collectElement(element, payloads);
      }
    } else if (node instanceof MappingNode) {
      collectElement(node, payloads);
    }
  }

  private static void collectElement(Node element, List<Payload> payloads) {
    if (element instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        collectEntry(MappingFields.key(entry), entry.getValueNode(), payloads);
      }
    } else {
      String text = NodeValues.text(element);
      if (text != null) {
        payloads.add(new Payload.UnknownPayload(text, null));
      }
    }
  }

  private static void collectEntry(String type, Node value, List<Payload> payloads) {
    switch (type) {
      case "v" -> {}
      case "MESS" -> collect(value, payloads);
      case "ack" -> payloads.addAll(acks(value));
      default -> {
        Payload known = payload(type, value);
        payloads.add(
            known == null ? new Payload.UnknownPayload(type, PlainValues.of(value)) : known);
      }
    }
  }

  /** Null for an unknown type, and for what lacks its most important field. */
  private static @Nullable Payload payload(String type, Node value) {
    return switch (type) {
      case "request" -> RequestReader.read(value);
      case "status" -> status(value);
      case "response" -> response(value);
      case "reply" -> reply(value);
      case "answer" -> answer(value);
      case "cancel" -> cancel(value);
      case "suggestion" -> suggestion(value);
      case "review" -> review(value);
      default -> null;
    };
  }

  private static @Nullable Payload status(Node node) {
    MappingFields fields = MappingFields.of(node);
    String code = node instanceof MappingNode ? fields.scalar("code") : NodeValues.scalar(node);
    return code == null
        ? null
        : new Payload.Status(
            fields.texts("re"),
            code,
            ThreadStatus.of(code).orElse(null),
            fields.scalar("executor"),
            fields.text("message"),
            fields.valuesExcept(STATUS_FIELDS));
  }

  private static Payload response(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<ContentEntry> content = new ArrayList<>();
    String said = NodeValues.scalar(node);
    if (said != null) {
      content.add(new ContentEntry.Text(said));
    }
    content.addAll(ContentReader.read(fields.node("content", "contents")));
    for (NodeTuple entry : fields.entries()) {
      // {@code response: {text: Done!}} is written too.
      String key = MappingFields.key(entry);
      if (ContentReader.TYPES.contains(key)) {
        content.add(ContentReader.entry(key, entry.getValueNode(), MappingFields.NONE));
      }
    }
    return new Payload.Response(
        fields.texts("re"),
        List.copyOf(content),
        fields.scalar("executor"),
        fields.text("notes"),
        fields.isTrue("partial"));
  }

  private static Payload reply(Node node) {
    MappingFields fields = MappingFields.of(node);
    return new Payload.Reply(
        fields.texts("re"),
        answers(node, fields),
        fields.truth("confirm"),
        fields.truth("accept"),
        fields.text("reason"),
        ContentReader.read(fields.node("context", "contexts")));
  }

  private static Map<String, Object> answers(Node reply, MappingFields fields) {
    Map<String, Object> answers = said(reply);
    Node written = fields.node("answers");
    answers.putAll(MappingFields.of(written).valuesExcept(Set.of()));
    if (written instanceof SequenceNode sequence) {
      sequence.getValue().forEach(element -> put(answers, MappingFields.of(element)));
    }
    return answers;
  }

  /** A text in place of answers is one. */
  private static Map<String, Object> said(Node reply) {
    Map<String, Object> answers = new LinkedHashMap<>();
    String text = NodeValues.scalar(reply);
    if (text != null) {
      answers.put("answer", text);
    }
    return answers;
  }

  /** The single answer of MESSE-AF 2.1: {@code {id, value}}, or {@code {re, value}}. */
  private static Payload answer(Node node) {
    MappingFields fields = MappingFields.of(node);
    Map<String, Object> answers = said(node);
    put(answers, fields);
    return new Payload.Reply(fields.texts("re"), answers, null, null, null, List.of());
  }

  private static void put(Map<String, Object> answers, MappingFields answer) {
    Node value = answer.node("value", "answer");
    Object plain = value == null ? null : PlainValues.of(value);
    if (plain != null) {
      String id = NodeValues.scalar(answer.node("id", "field"));
      answers.put(id == null ? question(answer.scalar("re")) : id, plain);
    }
  }

  /** The question's id at the end of a message's ref: {@code <thread>/question-001-brand}. */
  private static String question(@Nullable String re) {
    Matcher matcher = QUESTION.matcher(re == null ? "" : re);
    return matcher.matches() ? matcher.group(1) : "answer";
  }

  private static Payload cancel(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<String> re = node instanceof MappingNode ? fields.texts("re") : NodeValues.texts(node);
    return new Payload.Cancel(re, fields.text("reason"));
  }

  private static @Nullable Payload suggestion(Node node) {
    MappingFields fields = MappingFields.of(node);
    String type = fields.scalar("type");
    Node proposed = fields.node("proposed");
    return type == null
        ? null
        : new Payload.Suggestion(
            fields.scalar("id"),
            type,
            fields.texts("re"),
            proposed == null ? null : PlainValues.of(proposed),
            fields.text("reason"));
  }

  /** A rating may be a number, or say whether the result is accepted. */
  private static Payload review(Node node) {
    MappingFields fields = MappingFields.of(node);
    String written = fields.scalar("rating");
    String rating = written == null ? "" : written.strip().toLowerCase(Locale.ROOT);
    boolean number = rating.length() == 1 && rating.charAt(0) >= '1' && rating.charAt(0) <= '5';
    return new Payload.Review(
        fields.texts("re"),
        number ? Integer.valueOf(rating) : null,
        accepted(fields, rating),
        fields.text("feedback"),
        fields.isTrue("request_redo"));
  }

  private static @Nullable Boolean accepted(MappingFields fields, String rating) {
    Boolean accept = fields.truth("accept");
    Boolean reject = fields.truth("reject");
    return switch (rating) {
      case "accept" -> Boolean.TRUE;
      case "reject" -> Boolean.FALSE;
      default -> (accept != null || reject == null) ? accept : Boolean.valueOf(!reject);
    };
  }

  /** One for a single request, one for each of a batch. */
  private static List<Payload> acks(Node node) {
    MappingFields fields = MappingFields.of(node);
    List<Payload> acks = new ArrayList<>();
    for (Node each : NodeValues.elements(fields.node("requests"))) {
      MappingFields request = MappingFields.of(each);
      acks.add(new Payload.Ack(request.texts("id"), request.scalar("ref")));
    }
    if (acks.isEmpty()) {
      acks.add(new Payload.Ack(fields.texts("re"), fields.scalar("ref")));
    }
    return acks;
  }
}
