package org.messgateway.gateway.exchange.view;

import java.util.Optional;
import org.messgateway.gateway.exchange.format.DataUri;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MediaPlace;
import org.messgateway.gateway.exchange.format.MediaPlaces;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/** The bytes of a data URI that stands in a message document. */
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
   * @param number which of its data URIs, 0 for the first
   * @return empty when it has none of that number, or its data cannot be decoded
   * @throws ThreadFormatException when the document cannot be read
   */
  public static Optional<InlineData> find(Document document, int number)
      throws ThreadFormatException {
    return MediaPlaces.of(YamlReader.read(document)).stream()
        .filter(place -> place.inline() && place.number() == number)
        .findFirst()
        .flatMap(InlineData::decoded);
  }

  private static Optional<InlineData> decoded(MediaPlace place) {
    String uri = place.media().uri();
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

  /** The type that the data URI names; whoever serves it decides whether to believe it. */
  public String mime() {
    return mime;
  }
}
