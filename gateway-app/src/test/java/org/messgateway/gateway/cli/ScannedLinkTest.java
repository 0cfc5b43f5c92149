package org.messgateway.gateway.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands on the terminal is read back as a camera sees it. */
final class ScannedLinkTest {

  private static final String LINK = "https://t.me/MillerHomeBot?start=aZ3k-9_QpL";

  /** Pixels a module has in the picture of the terminal. */
  private static final int SCALE = 4;

  private static final int BLACK = 0xFF000000;
  private static final int WHITE = 0xFFFFFFFF;

  /** A photo of a dark terminal: what is drawn shines, all else is dark, also around it. */
  static String scanned(List<String> lines) throws ReaderException {
    int border = 3;
    int width = lines.getFirst().length() + 2 * border;
    int height = lines.size() * 2 + 2 * border;
    int[] pixels = new int[width * SCALE * height * SCALE];
    for (int y = 0; y < height * SCALE; y++) {
      for (int x = 0; x < width * SCALE; x++) {
        boolean shines = shines(lines, x / SCALE - border, y / SCALE - border);
        pixels[y * width * SCALE + x] = shines ? WHITE : BLACK;
      }
    }
    RGBLuminanceSource photo = new RGBLuminanceSource(width * SCALE, height * SCALE, pixels);
    return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(photo))).getText();
  }

  private static boolean shines(List<String> lines, int x, int y) {
    if (x < 0 || y < 0 || y >= lines.size() * 2 || x >= lines.getFirst().length()) {
      return false;
    }
    char block = lines.get(y / 2).charAt(x);
    return block == '█' || block == (y % 2 == 0 ? '▀' : '▄');
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LINK,
        "https://t.me/a_bot?startgroup=0123456789abcdef0123456789abcdef0123456789abcdef",
        "https://example.com/ä?ü=ö"
      })
  void whatIsPrintedIsReadBackAsTheLink(String link) throws ReaderException {
    assertEquals(link, scanned(ScannedLink.lines(link, false)));
  }

  @Test
  void coloursChangeNothingButColours() {
    List<String> plain = ScannedLink.lines(LINK, false);
    List<String> coloured = ScannedLink.lines(LINK, true);
    assertEquals(plain.size(), coloured.size());
    for (int i = 0; i < plain.size(); i++) {
      assertEquals("\u001b[97;40m" + plain.get(i) + "\u001b[0m", coloured.get(i));
    }
  }

  @Test
  void aUsualLinkFitsATerminalOfTwentyFourLines() {
    List<String> lines = ScannedLink.lines(LINK, false);
    assertTrue(lines.size() <= 22, () -> lines.size() + " lines");
    assertTrue(lines.stream().allMatch(line -> line.length() == lines.getFirst().length()));
    assertTrue(lines.getFirst().matches("█+"), "the quiet zone comes first");
    assertTrue(lines.stream().allMatch(line -> line.matches("[█▀]{4}.*[█▀]{4}")));
  }

  @Test
  void aTerminalThatKnowsNoBlocksIsNotFilledWithQuestionMarks() {
    assertTrue(ScannedLink.fits(UTF_8));
    assertFalse(ScannedLink.fits(US_ASCII));
  }

  @Test
  void whatIsTooLongIsRefused() {
    String link = "https://example.com/" + "x".repeat(3_000);
    assertThrows(IllegalArgumentException.class, () -> ScannedLink.lines(link, false));
  }
}
