package org.messgateway.gateway.cli.setup.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines are added where a person would add them, and nothing else changes. */
final class YamlInsertionTest {

  private static final Map<String, Object> ANA = Map.of("notify", Map.of("slack", "U1"));

  private static void assertAdds(String before, String after) {
    assertEquals(Optional.of(after), YamlInsertion.into(before, List.of("executors"), "ana", ANA));
  }

  @Test
  void behindTheLastEntryWithItsIndentationAndComments() {
    assertAdds(
        """
        executors:
            # the first
            zoe:
                name: Zoe   # short
            # the end

        title: x # y
        """,
        """
        executors:
            # the first
            zoe:
                name: Zoe   # short
            ana:
              notify: { slack: "U1" }
            # the end

        title: x # y
        """);
  }

  @Test
  void insideOfBraces() {
    assertAdds(
        "executors: { zoe: {} } # all\n",
        "executors: { zoe: {}, ana: { notify: { slack: \"U1\" } } } # all\n");
    assertAdds("executors: {}\n", "executors: { ana: { notify: { slack: \"U1\" } } }\n");
  }

  @Test
  void whereNothingStandsYet() {
    assertAdds("executors:\n", "executors:\n  ana:\n    notify: { slack: \"U1\" }\n");
    assertAdds("executors:", "executors:\n  ana:\n    notify: { slack: \"U1\" }\n");
    assertAdds("", "executors:\n  ana:\n    notify: { slack: \"U1\" }\n");
    assertAdds(
        "title: x\n# end\n",
        "title: x\n# end\n\nexecutors:\n  ana:\n    notify: { slack: \"U1\" }\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "executors:\n  zoe: &z\n    name: |\n      Zoe\n\n      the first\n  bob: *z\n",
        "executors:\r\n  zoe: {}\r\n",
        "executors:\n  \"zoe\": [a,\n    b]   # c\ntitle: 'x'\n",
        "executors:\n- zoe\n",
        "executors: { zoe: {}, }\n",
        "executors:\n  ana: {}\n",
        "[a, b]",
        "{ executors: { } }",
        "\tno yaml: [",
        "# only words\n",
        "---\ntitle: x\n...\n",
        "executors:\n  zoe: \"\ud83d\ude00\" # \ud83d\ude00\nb: 1\n"
      })
  void whatIsAddedIsReadOrNothingIs(String before) {
    Optional<String> after = YamlInsertion.into(before, List.of("executors"), "ana", ANA);
    after.ifPresent(text -> {
      assertTrue(text.contains("ana"), text);
      before
          .lines()
          .filter(line -> !line.contains("{"))
          .forEach(line -> assertTrue(text.lines().anyMatch(line::equals), text));
    });
  }

  @Test
  void aTextOfAPersonIsOneTextWhateverStandsInIt() {
    String name = "Zoe \"the\\first\": # {x} \n \t é";
    Optional<String> after = YamlInsertion.into("", List.of("a"), "b", name);
    assertTrue(after.isPresent(), "it is read as it was given");
  }
}
