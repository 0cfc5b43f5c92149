package org.messgateway.gateway.cli.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.messgateway.api.PlainText;

/**
 * The only way by which commands write to the terminal. Hidden characters ({@link PlainText}) of
 * what is written become blanks, whoever wrote them; line breaks pass.
 */
public final class TerminalWriter extends PrintWriter {

  private TerminalWriter(PrintStream stream) {
    super(stream, true);
  }

  /** Another stream, for tests. */
  public static TerminalWriter to(PrintStream stream) {
    return new TerminalWriter(stream);
  }

  /** Standard output as it is now. */
  public static TerminalWriter out() {
    return new TerminalWriter(System.out);
  }

  /** Standard error as it is now. */
  public static TerminalWriter err() {
    return new TerminalWriter(System.err);
  }

  /** Character set of standard output. */
  public static Charset charset() {
    return System.out.charset();
  }

  @Override
  public void write(int character) {
    write(Character.toString((char) character), 0, 1);
  }

  @Override
  public void write(char[] characters, int from, int length) {
    write(new String(characters, from, length), 0, length);
  }

  @Override
  public void write(String text, int from, int length) {
    String shown =
        Arrays.stream(text.substring(from, from + length).split("\n", -1))
            .map(PlainText::line)
            .collect(Collectors.joining("\n"));
    super.write(shown, 0, shown.length());
  }

  /** A line of our own with colours in it: no word of others may stand in it. */
  void drawing(String line) {
    super.write(line, 0, line.length());
    println();
  }

  /** A part of a line of our own, at once: no word of others may stand in it uncleaned. */
  void part(String text) {
    super.write(text, 0, text.length());
    flush();
  }
}
