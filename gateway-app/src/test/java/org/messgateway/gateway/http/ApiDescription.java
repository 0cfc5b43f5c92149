package org.messgateway.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The OpenAPI document as tests look at it. */
final class ApiDescription {

  static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "head", "patch");
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  private final JsonNode root;

  private ApiDescription(JsonNode root) {
    this.root = root;
  }

  static ApiDescription load() throws IOException {
    try (var in = ApiDescriptionRoutes.class.getResourceAsStream("/openapi.yaml")) {
      return new ApiDescription(
          new ObjectMapper(new YAMLFactory()).readTree(Objects.requireNonNull(in)));
    }
  }

  JsonNode root() {
    return root;
  }

  /** An operation. */
  record Operation(String path, String method, JsonNode node, JsonNode shared) {

    String id() {
      return node.path("operationId").asText();
    }

    String route() {
      return ApiDescription.route(method, path);
    }
  }

  static String route(String method, String path) {
    return method.toUpperCase(java.util.Locale.ROOT)
        + " "
        + PARAMETER.matcher(path).replaceAll("{}");
  }

  List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    root.path("paths")
        .properties()
        .forEach(path ->
            path.getValue().properties().stream()
                .filter(each -> METHODS.contains(each.getKey()))
                .forEach(each ->
                    all.add(
                        new Operation(
                            path.getKey(),
                            each.getKey(),
                            each.getValue(),
                            path.getValue().path("parameters")))));
    return all;
  }

  /** Statuses that an operation names, without {@code default}. */
  Map<String, Set<String>> statuses() {
    Map<String, Set<String>> statuses = new LinkedHashMap<>();
    operations()
        .forEach(each -> {
          Set<String> named = new TreeSet<>();
          each.node().path("responses").fieldNames().forEachRemaining(named::add);
          named.remove("default");
          statuses.put(each.id(), named);
        });
    return statuses;
  }

  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").asText().substring(1)) : node;
  }

  /** What is wrong with the structure; empty when all is well. */
  List<String> mistakes() {
    List<String> mistakes = new ArrayList<>();
    references(root, mistakes);
    List<String> ids = operations().stream().map(Operation::id).toList();
    ids.stream()
        .filter(id -> ids.indexOf(id) != ids.lastIndexOf(id))
        .forEach(id -> mistakes.add("two operations are " + id));
    Set<String> tags = new TreeSet<>(root.path("tags").findValuesAsText("name"));
    for (Operation each : operations()) {
      check(each, tags, mistakes);
    }
    return mistakes;
  }

  private void check(Operation operation, Set<String> tags, List<String> mistakes) {
    String where = operation.route();
    if (operation.id().isEmpty() || operation.node().path("summary").asText().isEmpty()) {
      mistakes.add(where + " lacks an operationId or a summary");
    }
    operation
        .node()
        .path("tags")
        .forEach(tag -> {
          if (!tags.contains(tag.asText())) {
            mistakes.add(where + " has an unknown tag " + tag);
          }
        });
    Set<String> inPath =
        PARAMETER
            .matcher(operation.path())
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> declared = new TreeSet<>();
    for (JsonNode from : List.of(operation.shared(), operation.node().path("parameters"))) {
      StreamSupport.stream(from.spliterator(), false)
          .map(this::resolved)
          .forEach(parameter -> {
            if (parameter.path("in").asText().equals("path")) {
              declared.add(parameter.path("name").asText());
              if (!parameter.path("required").asBoolean()) {
                mistakes.add(where + ": " + parameter.path("name") + " is not required");
              }
            }
            if (!parameter.has("schema")) {
              mistakes.add(where + ": " + parameter.path("name") + " has no schema");
            }
          });
    }
    if (!inPath.equals(declared)) {
      mistakes.add(where + " declares " + declared);
    }
    if (operation.node().path("responses").isEmpty()) {
      mistakes.add(where + " has no response");
    }
    operation
        .node()
        .path("responses")
        .properties()
        .forEach(response -> {
          if (!response.getKey().matches("[1-5]\\d\\d|default")
              || resolved(response.getValue()).path("description").asText().isEmpty()) {
            mistakes.add(where + " " + response.getKey() + " is not described");
          }
        });
  }

  private void references(JsonNode node, List<String> mistakes) {
    if (node.has("$ref")) {
      String to = node.get("$ref").asText();
      if (!to.startsWith("#/") || root.at(to.substring(1)).isMissingNode()) {
        mistakes.add(to + " leads nowhere");
      }
    }
    node.forEach(each -> references(each, mistakes));
  }
}
