package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.Timestamps;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a request. Source: protocol §3, v1.1 §1. */
final class RequestReader {

  private static final String[] REQUIRES = {"requires", "required_capabilities"};

  private RequestReader() {}

  /** The request; empty without an intent. */
  static Optional<Payload> read(Node node) {
    MappingFields fields = MappingFields.of(node);
    return fields
        .text("intent")
        .filter(intent -> !intent.isBlank())
        .map(intent -> request(intent, fields));
  }

  private static Payload request(String intent, MappingFields fields) {
    return new Payload.Request(
        fields.scalar("id").orElse(null),
        intent,
        fields.scalar("precision").orElse(null),
        required(fields),
        context(fields),
        constraints(fields),
        hints(fields),
        fields.scalar("priority").flatMap(Priority::of).orElse(null),
        fields.map("compensation").map(map -> map.valuesExcept(Set.of())).orElse(Map.of()),
        fields.scalar("needed_by").orElse(null),
        fields.truth("confirm_before").orElse(false));
  }

  /** Both keys count: a request must not go to an executor that lacks a capability. */
  private static List<Requirement> required(MappingFields fields) {
    Map<String, Requirement> byId = new LinkedHashMap<>();
    for (String key : REQUIRES) {
      fields
          .node(key)
          .map(RequestReader::requirements)
          .orElse(List.of())
          .forEach(each -> byId.putIfAbsent(each.id(), each));
    }
    return List.copyOf(byId.values());
  }

  /**
   * Capabilities in any shape: ids, {@code id: metadata}, {@code {capability: id, …}}, one map of
   * all.
   */
  static List<Requirement> requirements(Node node) {
    List<Requirement> all = new ArrayList<>();
    for (Node element : NodeValues.elements(node)) {
      switch (element) {
        case SequenceNode nested -> all.addAll(requirements(nested));
        case MappingNode mapping -> all.addAll(requirements(MappingFields.of(mapping)));
        default -> NodeValues.scalar(element).map(Requirement::new).ifPresent(all::add);
      }
    }
    return all;
  }

  private static List<Requirement> requirements(MappingFields fields) {
    for (String key : List.of("capability", "id")) {
      Optional<String> id = fields.scalar(key);
      if (id.isPresent()) {
        Map<String, Object> metadata = fields.valuesExcept(Set.of(key));
        return List.of(new Requirement(id.get(), metadata.isEmpty() ? null : metadata));
      }
    }
    return fields.entries().entrySet().stream()
        .map(entry -> new Requirement(entry.getKey(), PlainValues.of(entry.getValue())))
        .toList();
  }

  private static List<ContentEntry> context(MappingFields fields) {
    List<ContentEntry> context = new ArrayList<>();
    for (String key : List.of("context", "contexts")) {
      fields.node(key).map(ContentReader::read).ifPresent(context::addAll);
    }
    return context;
  }

  private static RequestConstraints constraints(MappingFields request) {
    Optional<MappingFields> found = request.map("constraints");
    if (found.isEmpty()) {
      return RequestConstraints.NONE;
    }
    MappingFields constraints = found.get();
    MappingFields timing = constraints.map("timing").orElseGet(() -> MappingFields.of(null));
    return new RequestConstraints(
        constraints.node("location").map(RequestReader::place).orElse(null),
        timing.scalar("not_before").flatMap(Timestamps::parse).orElse(null),
        timing.scalar("expires").orElse(null),
        timing.scalar("urgency").orElse(null),
        constraints.texts("environment"),
        constraints.texts("depends_on"));
  }

  private static Object place(Node node) {
    Object plain = node instanceof MappingNode ? PlainValues.of(node) : null;
    return plain != null ? plain : NodeValues.text(node).orElse("");
  }

  private static List<Payload.ResponseHint> hints(MappingFields fields) {
    List<Payload.ResponseHint> hints = new ArrayList<>();
    for (String key : List.of("response_hint", "response_hints")) {
      fields
          .node(key)
          .map(RequestReader::requirements)
          .orElse(List.of())
          .forEach(each -> hints.add(new Payload.ResponseHint(each.id(), each.metadata())));
    }
    return hints;
  }
}
