package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.messgateway.gateway.exchange.format.Document;

/** Joins documents of a thread as bytes, and compares them. */
final class DocumentBytes {

  private static final byte[] SEPARATOR = "---\n".getBytes(US_ASCII);

  private DocumentBytes() {}

  /** Appends documents to a file, whose bytes stay as they are. */
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

  /** Documents of the first list that the second lacks; each occurrence counts. */
  static List<Document> missing(List<Document> some, List<Document> others) {
    List<byte[]> left = new ArrayList<>(others.stream().map(DocumentBytes::withNewline).toList());
    return some.stream().filter(document -> !removed(left, withNewline(document))).toList();
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

  /** Bytes of a document with a final newline. */
  private static byte[] withNewline(Document document) {
    return append(new byte[0], List.of(document.bytes()));
  }
}
