package org.messgateway.gateway.exchange.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileWordsTest {

  private static Document document(String yaml) {
    return Document.whole("test", yaml.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image: {file: fridge.jpg}",
        "image:\n  file: fridge.jpg",
        "image: {\"file\": fridge.jpg}",
        "image: {'file' : fridge.jpg}",
        "image:\n  ? file\n  : fridge.jpg",
        "image:\n  ? !!str file\n  : fridge.jpg",
        "type: &name file\nimage:\n  *name : fridge.jpg",
        "file: {file: fridge.pdf}",
        "image: FILE:///home/ana/fridge.jpg",
        "image: \"file:///home/ana/fridge.jpg\"",
        "image: att-001-image-fridge.jpg",
        "image: {path: /tmp/att-001-image-fridge.jpg}",
        "image: content://2026-11-20-001/fridge.jpg"
      })
  void whatNamesAFileIsFound(String yaml) throws Exception {
    assertEquals(1, MediaNodes.of(YamlReader.read(document(yaml))).size());
    assertTrue(FileWords.in(document(yaml)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "channel: file\nMESS: []",
        "channel: \"file\"",
        "intent: file the letters, will you? They are on the desk",
        "intent: what is in the profile",
        "files: 3",
        "note: \u00fcfile: x",
        "note: fil",
        "content:\n  - text: milk",
        "note: ends with file"
      })
  void whatOnlyHoldsTheWordIsNotReadAgain(String yaml) {
    assertFalse(FileWords.in(document(yaml)));
  }
}
