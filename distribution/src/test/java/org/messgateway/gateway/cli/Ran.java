package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command that has ended, in this process.
 *
 * @param out standard output
 * @param err standard error, the log included
 */
public record Ran(List<String> words, int status, String out, String err) {

  private static final Pattern STACK_TRACE = Pattern.compile("(?m)^\\s+at [\\w.$/]+\\(");

  /** Runs it; whatever it says, no stack trace is ever among it. */
  public static Ran of(String... words) {
    Main.logInOnePlace();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (PrintStream capturedOut = new PrintStream(out, true, UTF_8);
        PrintStream capturedErr = new PrintStream(err, true, UTF_8)) {
      System.setOut(capturedOut);
      System.setErr(capturedErr);
      int status = Main.execute(words);
      return new Ran(List.of(words), status, out.toString(UTF_8), err.toString(UTF_8))
          .withoutStackTrace();
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  /** The same over a home folder. */
  public static Ran at(Path home, String... words) {
    return of(
        Stream.concat(Stream.of(words), Stream.of("--home", home.toString()))
            .toArray(String[]::new));
  }

  private Ran withoutStackTrace() {
    assertFalse(STACK_TRACE.matcher(out + err).find(), this::toString);
    assertFalse(err.contains("nobody foresaw"), this::toString);
    return this;
  }

  public JsonNode json() {
    try {
      return new JsonMapper().readTree(out);
    } catch (JsonProcessingException e) {
      throw new AssertionError(this + "\nis not JSON: " + e.getOriginalMessage(), e);
    }
  }

  @Override
  public String toString() {
    return String.join(" ", words) + "\nended with " + status + "\n" + out + "\n-- err:\n" + err;
  }
}
