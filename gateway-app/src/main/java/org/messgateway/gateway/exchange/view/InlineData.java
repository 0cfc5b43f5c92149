package org.messgateway.gateway.exchange.view;

import java.util.Optional;
import org.messgateway.gateway.exchange.format.DataUri;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaNode;
import org.messgateway.gateway.exchange.format.MediaNodes;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/** The decoded bytes of a data URI in a message document. */
public final class InlineData {

  private final byte[] bytes;
  private final String mime;

  private InlineData(byte[] bytes, String mime) {
    this.bytes = bytes;
    this.mime = mime;
  }

  /**
   * Finds the data that {@link FileLinks#inline} names.
   *
   * @param document a message document
   * @param number of the data URI, 0 for the first
   * @return empty when the document has no data URI of that number, or its data cannot be decoded
   * @throws ThreadFormatException when the document cannot be read
   */
  public static Optional<InlineData> find(Document document, int number)
      throws ThreadFormatException {
    return MediaNodes.of(YamlReader.meaning(document)).stream()
        .filter(node -> node.inline() && node.number() == number)
        .findFirst()
        .flatMap(InlineData::decoded);
  }

  private static Optional<InlineData> decoded(MediaNode node) {
    String uri = node.media().uri();
    if (uri == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new InlineData(DataUri.decode(uri), DataUri.mime(uri)));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** The decoded bytes, to be read only. */
  public byte[] bytes() {
    return bytes;
  }

  /** The media type in the data URI, unchecked. */
  public String mime() {
    return mime;
  }
}
