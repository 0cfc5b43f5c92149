package org.messgateway.gateway.exchange.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ContentEntry.Media;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
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
    Media whole = typed(fields);
    if (whole != null && hasBytes(whole)) {
      add(mapping, whole, true);
    } else {
      for (NodeTuple entry : fields.entries()) {
        visitEntry(MappingFields.key(entry), entry.getValueNode(), fields);
      }
    }
  }

  /** {@code {type: image, data: …}}. */
  private static @Nullable Media typed(MappingFields fields) {
    Media.MediaKind kind = MediaReader.kind(fields.scalar("type"));
    return kind != null && (kind == Media.MediaKind.FILE || !fields.has(MediaReader.key(kind)))
        ? MediaReader.fromMap(kind, fields)
        : null;
  }

  private void visitEntry(String key, Node value, MappingFields beside) {
    Media.MediaKind kind = MediaReader.kind(key);
    Media media =
        kind == null || value instanceof SequenceNode
            ? null
            : MediaReader.media(kind, value, beside);
    if (media != null && hasBytes(media)) {
      if (seen.add(value)) {
        add(value, media, false);
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
