package org.messgateway.gateway.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.DocumentSplitter;
import org.messgateway.gateway.exchange.format.ThreadFile;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.exchange.format.YamlWriter;

/** The examples read a YAML body as the gateway does, or refuse it: they never read another one. */
@Tag("proof")
final class MessYamlIT {

  private static final String REFUSED = "refused";

  /** What people and programs write, in each style that the examples know. */
  private static final List<String> UNDERSTOOD =
      List.of(
          "a: {b: c, d: [1, 2]} # x\n",
          "a:\n- b: 1\n  c: |\n    x\n     y\n\n  d: >-\n    f\n    g\n- e\n",
          "a: 'x\n  y'\nb: \"p\\\n  q\"\nc: \"r  \n\n  s\\n\\x41\\u00e9\\U0001F389\"\n",
          "a: yes\nb: True\nc: 0x1F\nd: 0o17\ne: 012\nf: .5\ng: -1e3\nh: ~\ni:\nj: Off\nk: NULL\n",
          "- a\n-\n  - b\n- - c\n  - d\n-   e: 1\n    f: 2\n",
          "k: |2\n    x\n  y\nl: |+\n  x\n\nm: >1-\n  x\n",
          "k: plain\n  goes on\n\n  and on # c\n# c\nl: a#b #c\n",
          "x: {a: \"b\",c}\ny: {a:b}\nz: [ ]\n",
          "x: {\n a: 1,\n b: [\n 2,\n 3 # c\n ],\n}\n",
          "'q''k' : 1\n\"a\\\"\\\\u0041\": 1\n",
          "t: 12:30:45\nu: http://x:80/y?z#f\nv: 2026-11-20\nw: -x\nx: \"- x\"\n",
          "k: [a b, c  d, \"e, f\", 'g: h', [i], {j: k}, {l}]\n",
          "k: >\n  a\n  b\n\n  c\n   d\n  e\n\n\n   f\n\n  g\n",
          "k: >+\n\n  a\n\n\nl: |-\n\n  b\n\n",
          "a: 1\n---\n# nothing\n---\nb: 2\n--- \nc: 3\n",
          "\uFEFFa: caf\u00e9 \u2028 x\r\nb: |\r\n  c\r\n  d\r\n",
          "a:   \n  b:\n    - c\n    -\n    - d:\n      e: f\n",
          "a: \"x\" # c\nb: 'y'\nc: [] # d\n",
          "n: 12345678901234567890\nf: 1.5e-7\ng: +12\nh: 1_000\ni: 1.2.3\n");

  /** What they do not know, and must not take for anything else. */
  private static final List<String> NOT_UNDERSTOOD =
      List.of(
          "a: &x 1\nb: *x\n",
          "a: !!str 1\n",
          "? a\n: b\n",
          "<<: *x\n",
          "a: b: c\n",
          "a: [1, 2\n",
          "a: \"x\n",
          "a: 1\na: 2\n",
          "a: {b: 1, b: 2}\n",
          "a: 1\n b: 2\n",
          "\ta: 1\n",
          "a: @x\n",
          "a: \"\\q\"\n",
          "a: [b]]\n",
          "a: \"b\" c\n",
          "confirm: !!bool \"true\"\n",
          "[".repeat(2000));

  private static final JsonMapper JSON = new JsonMapper();
  private static final YAMLMapper AS_LISTEN_WRITES =
      new YAMLMapper(
          new YAMLFactory()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES));

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whatThreadsAreWrittenInIsReadAsTheGatewayReadsIt(Language language) throws Exception {
    assumeTrue(language.isHere());
    List<String> bodies = new ArrayList<>(UNDERSTOOD);
    bodies.add(Files.readString(Language.file("fridge-check.messe-af.yaml")));
    bodies.addAll(written());
    List<String> read = read(language, bodies);
    for (int at = 0; at < bodies.size(); at++) {
      String body = bodies.get(at);
      assertEquals(JSON.readTree(asTheGateway(body)), JSON.readTree(read.get(at)), body);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheyDoNotKnowIsRefusedAndNeverGuessed(Language language) throws Exception {
    assumeTrue(language.isHere());
    List<String> read = read(language, NOT_UNDERSTOOD);
    for (int at = 0; at < read.size(); at++) {
      assertTrue(read.get(at).startsWith("\"" + REFUSED), NOT_UNDERSTOOD.get(at) + read.get(at));
    }
  }

  @Test
  void bothExamplesHaveTheSameReader() throws IOException {
    for (String name : List.of("MessYaml.java", "mess_yaml.py")) {
      assertEquals(
          Files.readString(Language.file("robot/" + name)),
          Files.readString(Language.file("shop-proxy/" + name)));
    }
  }

  private static String asTheGateway(String body) throws ThreadFormatException, IOException {
    List<@Nullable Object> documents = new ArrayList<>();
    for (Document each : DocumentSplitter.split(new ThreadFile("body", body.getBytes(UTF_8)))) {
      documents.add(YamlReader.meaning(each).value());
    }
    ObjectNode thread = JSON.createObjectNode();
    thread.set("envelope", JSON.valueToTree(documents.removeFirst()));
    thread.set("messages", JSON.valueToTree(documents));
    return JSON.writeValueAsString(thread);
  }

  /** As the gateway writes, and as the command does that forwards an inbox. */
  private static List<String> written() throws IOException {
    Random random = new Random(7);
    List<String> bodies = new ArrayList<>();
    for (int number = 0; number < 150; number++) {
      Object value = Map.of("MESS", value(random, 0), "ref", value(random, 0));
      bodies.add(YamlWriter.write(value));
      bodies.add(YamlWriter.flow(value) + "\n");
      bodies.add(AS_LISTEN_WRITES.writeValueAsString(value));
    }
    return bodies;
  }

  private static Object value(Random random, int depth) {
    List<Object> simple =
        List.of(
            "a",
            "- x",
            "x: y",
            "yes",
            "true",
            "null",
            "~",
            "12",
            "1.5",
            "",
            " lead",
            "trail ",
            "#no",
            "a #b",
            "it's",
            "say \"hi\"",
            "caf\u00e9 \u2603 \uD83C\uDF89",
            "[x",
            "a, b",
            "2026-11-20",
            "-",
            "?",
            "|x",
            ">y",
            "&a",
            "*b",
            "!c",
            "%d",
            "@e",
            "tab\there",
            "\n\nlead",
            "end\n\n",
            "  ind\n more\nless",
            "long ".repeat(40),
            "key:",
            "a\n---\nb",
            "...",
            "x\n\n  z\nw",
            "\\",
            "bell\u0007",
            "a\nb",
            "a\n\n\nb\n",
            true,
            false,
            0,
            -7,
            2.5,
            12345678901L);
    int kind = depth > 3 ? 0 : random.nextInt(4);
    if (kind == 3) {
      Map<String, Object> map = new LinkedHashMap<>();
      Stream.of("k", "it's", "a b", "yes", "- x")
          .filter(_ -> random.nextBoolean())
          .forEach(key -> map.put(key, value(random, depth + 1)));
      return map;
    }
    return kind == 2
        ? Stream.generate(() -> value(random, depth + 1)).limit(random.nextInt(4)).toList()
        : simple.get(random.nextInt(simple.size()));
  }

  private List<String> read(Language language, List<String> bodies) throws Exception {
    return switch (language) {
      case JAVA -> readByJava(bodies);
      case PYTHON -> readByPython(bodies);
    };
  }

  private static List<String> readByJava(List<String> bodies) throws Exception {
    URL classes = Language.classes("robot", "Robot").toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, null)) {
      Method thread = loader.loadClass("MessYaml").getDeclaredMethod("thread", byte[].class);
      thread.setAccessible(true);
      List<String> read = new ArrayList<>();
      for (String body : bodies) {
        read.add(JSON.writeValueAsString(readByJava(thread, body)));
      }
      return read;
    }
  }

  private static Object readByJava(Method thread, String body) throws Exception {
    try {
      return thread.invoke(null, (Object) body.getBytes(UTF_8));
    } catch (InvocationTargetException e) {
      Throwable refusal = Objects.requireNonNull(e.getCause());
      assertEquals(IllegalArgumentException.class, refusal.getClass(), body);
      return REFUSED + ": " + refusal.getMessage();
    }
  }

  private List<String> readByPython(List<String> bodies) throws Exception {
    String program =
        """
        import base64, json, sys
        sys.path.insert(0, sys.argv[1])
        import mess_yaml
        for line in open("bodies"):
            try:
                read = mess_yaml.thread(base64.b64decode(line))
            except ValueError as error:
                read = "refused: %s" % error
            print(json.dumps(read))
        """;
    Files.writeString(folder.resolve("read.py"), program);
    Files.write(
        folder.resolve("bodies"),
        bodies.stream()
            .map(body -> Base64.getEncoder().encodeToString(body.getBytes(UTF_8)))
            .toList());
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder("python3", "-B", "read.py", Language.file("robot").toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    List<String> read = Files.readAllLines(out);
    assertEquals(bodies.size(), read.size(), () -> String.join("\n", read));
    return read;
  }
}
