package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pictures in a terminal that can draw them: kitty's graphics protocol for PNG, that of iTerm2 for
 * all that it knows. The terminal decodes the bytes, which reach it in base 64 only.
 */
final class TerminalPicture {

  private static final int MOST_BYTES = 8 << 20;
  private static final int CHUNK = 4096;
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF};
  private static final byte[] GIF = "GIF8".getBytes(US_ASCII);

  private enum Dialect {
    KITTY,
    ITERM
  }

  private final Optional<Dialect> dialect;

  private TerminalPicture(Optional<Dialect> dialect) {
    this.dialect = dialect;
  }

  /**
   * As far as the environment says what the terminal is.
   *
   * @param terminal whether output goes to one
   */
  static TerminalPicture of(Map<String, String> environment, boolean terminal) {
    String term = environment.getOrDefault("TERM", "");
    String program = environment.getOrDefault("TERM_PROGRAM", "");
    // A multiplexer passes neither on, whatever is below it.
    if (!terminal || term.startsWith("screen") || term.startsWith("tmux")) {
      return new TerminalPicture(Optional.empty());
    }
    if (term.equals("xterm-kitty") || term.equals("xterm-ghostty") || program.equals("ghostty")) {
      return new TerminalPicture(Optional.of(Dialect.KITTY));
    }
    return new TerminalPicture(
        program.equals("iTerm.app") || program.equals("WezTerm")
            ? Optional.of(Dialect.ITERM)
            : Optional.empty());
  }

  /** Lines that draw a file; empty where the terminal or the file cannot. */
  List<String> lines(AttachedFile file) {
    if (dialect.isEmpty() || !file.isPicture() || file.size() < 0 || file.size() > MOST_BYTES) {
      return List.of();
    }
    byte[] bytes;
    try (InputStream in = file.content().open()) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    } catch (IOException unreadable) {
      return List.of();
    }
    boolean png = begins(bytes, PNG);
    boolean known = png || begins(bytes, JPEG) || begins(bytes, GIF);
    if (bytes.length > MOST_BYTES || !known) {
      return List.of();
    }
    String data = Base64.getEncoder().encodeToString(bytes);
    return switch (dialect.get()) {
      case KITTY -> png ? List.of(kitty(data)) : List.of();
      case ITERM ->
          List.of(
              "\033]1337;File=inline=1;preserveAspectRatio=1;height=24;size="
                  + bytes.length
                  + ":"
                  + data
                  + "\007");
    };
  }

  /** In parts, each but the last says that more follows. */
  private static String kitty(String data) {
    List<String> parts = new ArrayList<>();
    for (int at = 0; at < data.length(); at += CHUNK) {
      boolean last = at + CHUNK >= data.length();
      String control = (at == 0 ? "a=T,f=100,r=24,q=2," : "") + "m=" + (last ? 0 : 1);
      String part = data.substring(at, Math.min(data.length(), at + CHUNK));
      parts.add("\033_G" + control + ";" + part + "\033\\");
    }
    return String.join("", parts);
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return bytes.length >= with.length
        && Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }
}
