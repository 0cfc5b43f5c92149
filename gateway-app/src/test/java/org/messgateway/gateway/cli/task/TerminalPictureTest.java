package org.messgateway.gateway.cli.task;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TerminalPictureTest {

  private static final Map<String, String> KITTY = Map.of("TERM", "xterm-kitty");
  private static final Map<String, String> ITERM =
      Map.of("TERM", "xterm-256color", "TERM_PROGRAM", "iTerm.app");
  private static final Pattern PART = Pattern.compile("\033_G([^;]*);([A-Za-z0-9+/=]*)\033\\\\");

  private static AttachedFile png(int bytes) {
    byte[] content = Arrays.copyOf(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10}, bytes);
    return file("image/png", content);
  }

  private static AttachedFile file(String mime, byte[] content) {
    return new AttachedFile(
        0, "a\033]0;x\007.png", mime, content.length, () -> new ByteArrayInputStream(content));
  }

  private static List<String> lines(Map<String, String> environment, AttachedFile file)
      throws IOException {
    return TerminalPicture.of(environment, true).lines(file);
  }

  @Test
  void kittyGetsPngInPartsOfWhichEachButTheLastSaysThatMoreFollows() throws IOException {
    List<String> lines = lines(KITTY, png(10_000));
    List<MatchResult> parts = PART.matcher(lines.getFirst()).results().toList();
    assertEquals(4, parts.size());
    assertTrue(parts.getFirst().group(1).startsWith("a=T,f=100,"));
    assertEquals(
        List.of("1", "1", "1", "0"),
        parts.stream().map(part -> part.group(1).replaceAll(".*m=", "")).toList());
    String data = parts.stream().map(part -> part.group(2)).collect(Collectors.joining());
    assertArrayEquals(
        png(10_000).content().open().readAllBytes(), Base64.getDecoder().decode(data));
    assertEquals("", PART.matcher(lines.getFirst()).replaceAll(""), "nothing else is written");
  }

  @Test
  void itermGetsThePictureInBase64AndNothingOfItsName() throws IOException {
    String line = lines(ITERM, png(100)).getFirst();
    assertTrue(
        Pattern.matches("\033]1337;File=[A-Za-z0-9=;]*size=100:[A-Za-z0-9+/=]*\007", line), line);
  }

  @ParameterizedTest
  @CsvSource({"xterm-256color,''", "tmux-256color,iTerm.app", "screen.xterm-kitty,''", "dumb,''"})
  void otherTerminalsGetNothing(String term, String program) throws IOException {
    assertEquals(List.of(), lines(Map.of("TERM", term, "TERM_PROGRAM", program), png(100)));
  }

  @Test
  void whatIsNoTerminalGetsNothing() throws IOException {
    assertEquals(List.of(), TerminalPicture.of(KITTY, false).lines(png(100)));
  }

  @Test
  void aPictureThatCannotBeReadIsNotDrawn() throws IOException {
    AttachedFile broken =
        new AttachedFile(
            0,
            "a.png",
            "image/png",
            9,
            () -> {
              throw new IOException("a.png is not encoded as it says");
            });
    assertEquals(List.of(), lines(KITTY, broken));
  }

  @Test
  void whatOnlySaysThatItIsAPictureIsNotDrawn() throws IOException {
    assertEquals(List.of(), lines(ITERM, file("image/png", "\033[31mno".getBytes(US_ASCII))));
    assertEquals(List.of(), lines(ITERM, file("text/plain", new byte[10])));
    assertEquals(List.of(), lines(ITERM, png(9 << 20)), "too large");
    byte[] jpeg = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 0};
    assertEquals(List.of(), lines(KITTY, file("image/jpeg", jpeg)), "kitty knows PNG only");
    assertEquals(1, lines(ITERM, file("image/jpeg", jpeg)).size());
  }
}
