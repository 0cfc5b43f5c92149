package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Finds attachments, data URIs, and files of other machines and other threads in a message
 * document, in order, in all payloads. A node behind an alias counts once.
 */
public final class MediaNodes {

  private final List<MediaNode> nodes = new ArrayList<>();
  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private int nextNumber;

  private MediaNodes() {}

  public static List<MediaNode> of(YamlDocument document) {
    MediaNodes found = new MediaNodes();
    Node root = document.root();
    if (root != null) {
      found.visit(root);
    }
    return List.copyOf(found.nodes);
  }

  private void visit(Node node) {
    if (!seen.add(node)) {
      return;
    }
    switch (node) {
      case SequenceNode sequence -> sequence.getValue().forEach(this::visit);
      case MappingNode mapping -> visitMap(mapping);
      case ScalarNode scalar when isData(scalar) ->
          add(node, MediaReader.bare(scalar.getValue()), true);
      default -> {}
    }
  }

  private void visitMap(MappingNode mapping) {
    MappingFields fields = MappingFields.of(mapping);
    Optional<Media> whole = typed(fields).filter(MediaNodes::hasBytes);
    if (whole.isPresent()) {
      add(mapping, whole.get(), true);
    } else {
      fields.entries().forEach((key, value) -> visitEntry(key, value, fields));
    }
  }

  /** {@code {type: image, data: …}}. */
  private static Optional<Media> typed(MappingFields fields) {
    return fields
        .scalar("type")
        .flatMap(MediaReader::kind)
        .filter(kind -> !fields.has(MediaReader.key(kind)) || kind == Media.MediaKind.FILE)
        .map(kind -> MediaReader.fromMap(kind, fields));
  }

  private void visitEntry(String key, Node value, MappingFields beside) {
    Optional<Media> media =
        MediaReader.kind(key)
            .filter(_ -> !(value instanceof SequenceNode))
            .map(kind -> MediaReader.media(kind, value, beside))
            .filter(MediaNodes::hasBytes);
    if (media.isPresent()) {
      if (seen.add(value)) {
        add(value, media.get(), false);
      }
    } else if (value instanceof ScalarNode scalar && isData(scalar)) {
      if (seen.add(value)) {
        add(value, MediaReader.bare(scalar.getValue()), false);
      }
    } else {
      visit(value);
    }
  }

  private static boolean hasBytes(Media media) {
    return media.inline() || media.attachment() != null || media.onDisk() || media.inThread();
  }

  private static boolean isData(ScalarNode scalar) {
    return DataUri.isOne(scalar.getValue());
  }

  private void add(Node node, Media media, boolean wrapped) {
    int number = media.inline() ? nextNumber++ : -1;
    nodes.add(new MediaNode(node, media, number, wrapped));
  }
}
