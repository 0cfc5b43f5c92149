package org.messgateway.gateway.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.messgateway.gateway.exchange.format.Document;

/** Puts documents behind one another, as bytes. */
final class Documents {

  private static final byte[] SEPARATOR = "---\n".getBytes(US_ASCII);

  private Documents() {}

  /** A file with further documents at its end; what was in it stays byte for byte. */
  static byte[] append(byte[] file, List<byte[]> documents) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + 1024);
    out.writeBytes(file);
    endLine(out, file);
    for (byte[] document : documents) {
      if (out.size() > 0) {
        out.writeBytes(SEPARATOR);
      }
      out.writeBytes(document);
      endLine(out, document);
    }
    return out.toByteArray();
  }

  private static void endLine(ByteArrayOutputStream out, byte[] last) {
    if (last.length > 0 && last[last.length - 1] != '\n') {
      out.write('\n');
    }
  }

  /** Those that are not among the others; a document that stands twice must be there twice. */
  static List<Document> without(List<Document> some, List<Document> others) {
    List<byte[]> left = new ArrayList<>(others.stream().map(Documents::line).toList());
    return some.stream().filter(document -> !removed(left, line(document))).toList();
  }

  private static boolean removed(List<byte[]> from, byte[] document) {
    for (int i = 0; i < from.size(); i++) {
      if (Arrays.equals(from.get(i), document)) {
        from.remove(i);
        return true;
      }
    }
    return false;
  }

  /** Its bytes with their last line ended. */
  private static byte[] line(Document document) {
    return append(new byte[0], List.of(document.bytes()));
  }
}
