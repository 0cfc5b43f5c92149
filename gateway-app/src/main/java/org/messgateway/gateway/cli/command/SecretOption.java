package org.messgateway.gateway.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import picocli.CommandLine.ITypeConverter;

/**
 * A secret as the value of an option. {@code -} reads it from a line of standard input: arguments
 * are seen by everybody on the machine.
 */
public final class SecretOption implements ITypeConverter<Secret> {

  /** The beginning of a telephone number, which is none. */
  private static final String NUMBER = "+";

  private final InputStream in;
  private final CommandOutput err;

  /** For picocli. */
  SecretOption() {
    this(System.in, TerminalWriter.err());
  }

  SecretOption(InputStream in, TerminalWriter err) {
    this.in = in;
    this.err = new CommandOutput(err);
  }

  @Override
  public Secret convert(String value) throws IOException {
    if (value.equals("-")) {
      return Secret.of(line());
    }
    if (!value.startsWith(NUMBER)) {
      err.line(
          "A secret among the arguments is seen by ps and stays in the shell's history: give - and"
              + " type or pipe it, or set the variable that --help names.");
    }
    return Secret.of(value);
  }

  /** What was given, else what the environment has; empty when neither has it. */
  public static String or(@Nullable Secret given, String variable) {
    if (given != null) {
      return given.reveal();
    }
    String value = System.getenv(variable);
    return value == null ? "" : value.strip();
  }

  /** No byte behind the line is taken: another option may want the next one. */
  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }
}
