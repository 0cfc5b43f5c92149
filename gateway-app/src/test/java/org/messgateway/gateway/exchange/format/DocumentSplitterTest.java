package org.messgateway.gateway.exchange.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.testkit.Conforms;

class DocumentSplitterTest {

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of("a: 1\n---\nb: 2\n", List.of("a: 1\n", "b: 2\n")),
        Arguments.of("a: 1\n---\nb: 2", List.of("a: 1\n", "b: 2")),
        Arguments.of("a: 1\r\n---\r\nb: 2\r\n", List.of("a: 1\r\n", "b: 2\r\n")),
        Arguments.of("---\na: 1\n---\nb: 2\n---\n", List.of("a: 1\n", "b: 2\n")),
        Arguments.of("---", List.of()),
        Arguments.of("a: 1\n---", List.of("a: 1\n")),
        Arguments.of("a: 1\n---  \t\nb: 2\n", List.of("a: 1\n", "b: 2\n")),
        Arguments.of("a: 1\n---\n\n  \n---\nb: 2\n", List.of("a: 1\n", "b: 2\n")),
        Arguments.of("# a comment\n---\na: 1\n", List.of("a: 1\n")),
        Arguments.of("%YAML 1.2\n---\na: 1\n", List.of("a: 1\n")),
        Arguments.of("\uFEFFa: 1\n---\nb: 2\n", List.of("\uFEFFa: 1\n", "b: 2\n")),
        Arguments.of("\uFEFF---\na: 1\n", List.of("a: 1\n")),
        Arguments.of("a: |\n  x\n  ---\n  y\n", List.of("a: |\n  x\n  ---\n  y\n")),
        Arguments.of("a: 1\n--- # no\nb: 2\n", List.of("a: 1\n--- # no\nb: 2\n")),
        Arguments.of("a: 1\n----\nb\n", List.of("a: 1\n----\nb\n")),
        Arguments.of("a: 1\n ---\n", List.of("a: 1\n ---\n")),
        Arguments.of("", List.of()),
        Arguments.of("\n\n", List.of()));
  }

  @ParameterizedTest
  @MethodSource("files")
  @Conforms(111)
  void aLineOfExactlyThreeDashesSplits(String file, List<String> parts) throws Exception {
    List<Document> documents = DocumentSplitter.split(ThreadTexts.file(file));
    assertEquals(parts, documents.stream().map(ThreadTexts::of).toList());
  }

  @Test
  void aDocumentKnowsWhereItStands() throws Exception {
    List<Document> documents = DocumentSplitter.split(ThreadTexts.file("---\na: 1\n---\n\nb: ü\n"));
    assertEquals(List.of(2, 4), documents.stream().map(Document::firstLine).toList());
    assertEquals(List.of(4, 13), documents.stream().map(Document::offset).toList());
    assertEquals(List.of(5, 7), documents.stream().map(Document::length).toList());
  }

  @Test
  void theFirstDocumentIsKnownOnceItsEndIsSeen() {
    String text = "\na: 1\nb: 2\n---\nfrom: x\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= bytes.length; length++) {
      byte[] prefix = java.util.Arrays.copyOf(bytes, length);
      var first = DocumentSplitter.first(new ThreadFile("f", prefix), false);
      assertEquals(length >= 15, first.isPresent(), "after " + length + " bytes");
      first.ifPresent(document -> assertEquals("\na: 1\nb: 2\n", ThreadTexts.of(document)));
    }
  }

  @Test
  void dashesAtTheEndOfAPrefixMayBeTheBeginningOfSomethingElse() {
    assertTrue(DocumentSplitter.first(ThreadTexts.file("a: 1\n---"), false).isEmpty());
    assertTrue(DocumentSplitter.first(ThreadTexts.file("a: 1\n---"), true).isPresent());
    assertFalse(DocumentSplitter.first(ThreadTexts.file("a: 1\n---x\n"), false).isPresent());
  }
}
