package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.AnswerButton.Kind;
import org.messgateway.api.mess.Payload.ResponseHint;
import org.messgateway.api.text.Texts;

class RequestedAnswersTest {

  private static ResponseHint hint(String type, @Nullable Object spec) {
    return new ResponseHint(type, spec);
  }

  private static List<AnswerButton> answers(ResponseHint... hints) {
    return RequestedAnswers.of("May I order 4 onions?", List.of(hints));
  }

  static Stream<Arguments> whatIsAskedForAndItsButtons() {
    ResponseHint text = hint("text", null);
    ResponseHint image = hint("image", "the shelf");
    ResponseHint sure = hint("confirmation", null);
    return Stream.of(
        Arguments.of("nothing", List.of(), List.of()),
        Arguments.of("yes or no", List.of(sure), List.of("Yes", "No")),
        Arguments.of("yes or no, or words", List.of(sure, text), List.of("Yes", "No", "Answer")),
        Arguments.of("a text", List.of(text), List.of("Answer")),
        Arguments.of("a photo", List.of(image), List.of("Take the photo")),
        Arguments.of("both", List.of(text, image), List.of("Take the photo", "Answer")),
        Arguments.of("yes with a photo", List.of(sure, image), List.of("Take the photo")),
        Arguments.of("a recording", List.of(hint("audio", null), text), List.of()),
        Arguments.of("two questions", List.of(sure, hint("structured", null)), List.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void whatIsAskedForAndItsButtons(String name, List<ResponseHint> hints, List<String> labels) {
    List<AnswerButton> answers = RequestedAnswers.of(name, hints);
    assertEquals(labels, answers.stream().map(answer -> answer.label(Texts.ENGLISH)).toList());
  }

  static Stream<Object> oneFieldWithAFewChoices() {
    List<String> brands = List.of("Barilla", "De Cecco");
    return Stream.of(
        Map.of("brand", brands),
        Map.of("brand", Map.of("enum", brands)),
        Map.of("brand", Map.of("options", brands)),
        Map.of("brand", "Barilla | De Cecco"),
        Map.of("fields", Map.of("brand", Map.of("values", brands))),
        Map.of("fields", List.of(Map.of("name", "brand", "choices", brands))),
        Map.of("schema", Map.of("properties", Map.of("brand", Map.of("enum", brands)))),
        List.of(Map.of("brand", brands)));
  }

  @ParameterizedTest
  @MethodSource
  void oneFieldWithAFewChoices(Object spec) {
    for (String type : List.of("structured", "json")) {
      List<AnswerButton> answers = answers(hint(type, spec));
      assertEquals(
          List.of("Barilla", "De Cecco"),
          answers.stream().map(answer -> answer.label(Texts.ENGLISH)).toList());
      assertTrue(answers.stream().allMatch(answer -> answer.kind() == Kind.CHOICE));
      assertEquals(Map.of("structured", Map.of("brand", "De Cecco")), answers.getLast().entry());
    }
  }

  @Test
  void aChoiceSendsItsValueAndShowsItsLabel() {
    AnswerButton two =
        answers(
                hint(
                    "structured",
                    Map.of("boxes", List.of(1, Map.of("value", 2, "label", "A pair")))))
            .getLast();
    assertEquals("A pair", two.label(Texts.ENGLISH));
    assertEquals(Map.of("structured", Map.of("boxes", 2)), two.entry());
  }

  @Test
  void aFieldThatIsTrueOrFalseIsYesOrNo() {
    List<AnswerButton> answers = answers(hint("structured", Map.of("open", "boolean")));
    assertEquals(List.of(Kind.YES, Kind.NO), answers.stream().map(AnswerButton::kind).toList());
    assertEquals(Map.of("structured", Map.of("open", false)), answers.getLast().entry());
  }

  @Test
  void whatButtonsCannotAskIsLeftToThePage() {
    String longest = "x".repeat(40);
    Stream.of(
            Map.of("brand", Collections.nCopies(2, "the same")),
            Map.of("brand", List.of("1", "2", "3", "4", "5", "6", "7")),
            Map.of("brand", List.of("a", "b"), "size", List.of("c", "d")),
            Map.of("brand", List.of(longest + 1, longest + 2)),
            Map.of("brand", List.of("", "b")),
            Map.of("brand", "string"),
            List.of(),
            "anything")
        .forEach(
            spec -> assertEquals(List.of(), answers(hint("structured", spec)), () -> "" + spec));
  }

  @Test
  void aCodeFitsIntoAButtonAndChangesWithTheQuestion() {
    List<AnswerButton> choices =
        answers(hint("structured", Map.of("brand", List.of("a", "b", "c", "d", "e", "f"))));
    choices.forEach(answer -> assertTrue(answer.code().matches("[a-z0-9-]{1,20}"), answer.code()));
    assertEquals(6, choices.stream().map(AnswerButton::code).distinct().count());

    String asked = answers(hint("confirmation", null)).getFirst().code();
    assertEquals(asked, answers(hint("confirmation", null)).getFirst().code());
    assertNotEquals(asked, answers(hint("confirmation", "surely?")).getFirst().code());
    assertNotEquals(
        asked,
        RequestedAnswers.of("May I sell it?", List.of(hint("confirmation", null)))
            .getFirst()
            .code());
  }
}
