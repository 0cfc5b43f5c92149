package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.RequestConstraints;
import org.messgateway.api.mess.Requirement;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a request. Source: protocol §3, v1.1 §1. */
final class RequestReader {

  private RequestReader() {}

  /** The request; null without an intent. */
  static Payload.@Nullable Request read(Node node) {
    MappingFields fields = MappingFields.of(node);
    String intent = fields.text("intent");
    if (intent == null || intent.isBlank()) {
      return null;
    }
    String priority = fields.scalar("priority");
    return new Payload.Request(
        fields.scalar("id"),
        intent,
        fields.scalar("precision"),
        required(fields),
        context(fields),
        constraints(fields),
        hints(fields),
        priority == null ? null : Priority.of(priority).orElse(null),
        fields.node("compensation") instanceof MappingNode compensation
            ? MappingFields.of(compensation).valuesExcept(Set.of())
            : Map.of(),
        fields.scalar("needed_by"),
        fields.isTrue("confirm_before"));
  }

  /** Both keys count: a request must not go to an executor that lacks a capability. */
  private static List<Requirement> required(MappingFields fields) {
    List<Requirement> all = requirements(fields, "requires", "required_capabilities");
    if (all.size() < 2) {
      return all;
    }
    Map<String, Requirement> byId = new LinkedHashMap<>();
    all.forEach(each -> byId.putIfAbsent(each.id(), each));
    return List.copyOf(byId.values());
  }

  private static List<Requirement> requirements(MappingFields fields, String key, String other) {
    List<Requirement> all = new ArrayList<>();
    addRequirements(fields.node(key), all);
    addRequirements(fields.node(other), all);
    return all;
  }

  /**
   * Capabilities in any shape: ids, {@code id: metadata}, {@code {capability: id, …}}, one map of
   * all.
   */
  private static void addRequirements(@Nullable Node node, List<Requirement> all) {
    for (Node element : NodeValues.elements(node)) {
      switch (element) {
        case SequenceNode nested -> addRequirements(nested, all);
        case MappingNode mapping -> addRequirements(MappingFields.of(mapping), all);
        default -> {
          String id = NodeValues.scalar(element);
          if (id != null) {
            all.add(new Requirement(id));
          }
        }
      }
    }
  }

  private static void addRequirements(MappingFields fields, List<Requirement> all) {
    String key = fields.scalar("capability") == null ? "id" : "capability";
    String id = fields.scalar(key);
    if (id != null) {
      Map<String, Object> metadata =
          fields.entries().size() == 1 ? Map.of() : fields.valuesExcept(Set.of(key));
      all.add(new Requirement(id, metadata.isEmpty() ? null : metadata));
      return;
    }
    for (NodeTuple entry : fields.entries()) {
      all.add(new Requirement(MappingFields.key(entry), PlainValues.of(entry.getValueNode())));
    }
  }

  private static List<ContentEntry> context(MappingFields fields) {
    List<ContentEntry> context = ContentReader.read(fields.node("context"));
    context.addAll(ContentReader.read(fields.node("contexts")));
    return context;
  }

  private static RequestConstraints constraints(MappingFields request) {
    if (!(request.node("constraints") instanceof MappingNode found)) {
      return RequestConstraints.NONE;
    }
    MappingFields constraints = MappingFields.of(found);
    MappingFields timing = MappingFields.of(constraints.node("timing"));
    return new RequestConstraints(
        place(constraints.node("location")),
        timing.instant("not_before"),
        timing.scalar("expires"),
        timing.scalar("urgency"),
        constraints.texts("environment"),
        constraints.texts("depends_on"));
  }

  private static @Nullable Object place(@Nullable Node node) {
    return node instanceof MappingNode ? PlainValues.of(node) : NodeValues.text(node);
  }

  private static List<Payload.ResponseHint> hints(MappingFields fields) {
    List<Payload.ResponseHint> hints = new ArrayList<>();
    for (Requirement each : requirements(fields, "response_hint", "response_hints")) {
      hints.add(new Payload.ResponseHint(each.id(), each.metadata()));
    }
    return hints;
  }
}
