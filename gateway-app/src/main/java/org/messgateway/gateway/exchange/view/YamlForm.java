package org.messgateway.gateway.exchange.view;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** Documents as on disk with bare separators between them, ending in a newline. */
final class YamlForm implements Form {

  private final Document envelope;

  YamlForm(Document envelope) {
    this.envelope = envelope;
  }

  @Override
  public byte[] write(List<ViewedMessage> messages) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    add(envelope, out);
    for (ViewedMessage message : messages) {
      out.writeBytes(MessageWriter.SEPARATOR.getBytes(StandardCharsets.US_ASCII));
      if (message.isUntouched()) {
        add(message.document(), out);
      } else {
        add(Document.whole(message.document().file().name(), message.rewriting().bytes()), out);
      }
    }
    return out.toByteArray();
  }

  private static void add(Document document, ByteArrayOutputStream out) {
    try {
      document.writeTo(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory cannot fail to be written", impossible);
    }
    if (!document.endsInNewline()) {
      out.write('\n');
    }
  }
}
