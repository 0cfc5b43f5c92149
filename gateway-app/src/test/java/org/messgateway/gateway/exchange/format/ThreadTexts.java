package org.messgateway.gateway.exchange.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Threads of the tests: from texts and from the test's resources. */
public final class ThreadTexts {

  private ThreadTexts() {}

  public static ThreadFile file(String text) {
    return new ThreadFile("thread.messe-af.yaml", text.getBytes(StandardCharsets.UTF_8));
  }

  public static ThreadFile resource(String name) {
    try (InputStream in = ThreadTexts.class.getResourceAsStream("/threads/" + name)) {
      return new ThreadFile(name, Objects.requireNonNull(in, name).readAllBytes());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  public static String of(Document document) {
    return of(document.bytes());
  }

  public static String of(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public static @Nullable Object value(String yaml) throws ThreadFormatException {
    return YamlReader.read(Document.whole("test", yaml.getBytes(StandardCharsets.UTF_8))).value();
  }

  public static Map<?, ?> map(String yaml) throws ThreadFormatException {
    return (Map<?, ?>) Objects.requireNonNull(value(yaml));
  }

  public static ParsedThread thread(String text) throws ThreadFormatException {
    return ThreadReader.read("2026-01-31-001", List.of(file(text)));
  }

  /** A thread of two files: bob answered, ana has it. */
  public static ParsedThread plants() throws ThreadFormatException {
    String folder = "2026-01-31-004/";
    return ThreadReader.read(
        "2026-01-31-004",
        List.of(
            resource(folder + "000-2026-01-31-004.messe-af.yaml"),
            resource(folder + "001-2026-01-31-004.messe-af.yaml")));
  }
}
