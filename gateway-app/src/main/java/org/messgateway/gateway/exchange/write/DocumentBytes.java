package org.messgateway.gateway.exchange.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
    int length = lined(file);
    for (byte[] document : documents) {
      length += (length > 0 ? SEPARATOR.length : 0) + lined(document);
    }
    byte[] all = new byte[length];
    int end = put(file, all, 0);
    for (byte[] document : documents) {
      int start = end > 0 ? put(SEPARATOR, all, end) : 0;
      end = put(document, all, start);
    }
    return all;
  }

  /** Its length with a newline at its end. */
  private static int lined(byte[] text) {
    return text.length == 0 || text[text.length - 1] == '\n' ? text.length : text.length + 1;
  }

  /** Copies it with a newline at its end; returns where that is in the target. */
  private static int put(byte[] text, byte[] to, int start) {
    System.arraycopy(text, 0, to, start, text.length);
    int end = start + lined(text);
    if (end > start) {
      to[end - 1] = '\n';
    }
    return end;
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
