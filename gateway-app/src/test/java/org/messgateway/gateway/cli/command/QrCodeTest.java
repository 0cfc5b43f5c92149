package org.messgateway.gateway.cli.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands on the terminal is read back as a camera sees it. */
public final class QrCodeTest {

  private static final String LINK = "https://t.me/MillerHomeBot?start=aZ3k-9_QpL";

  /** Pixels a module has in the picture of the terminal. */
  private static final int SCALE = 4;

  private static final int BLACK = 0xFF000000;
  private static final int WHITE = 0xFFFFFFFF;

  /**
   * What the drawn code holds. The code fills the picture: the reader's search in a photo misses
   * about 4 of 1,000 codes, so it is no test for links that differ from run to run.
   */
  public static String decoded(List<String> lines) throws ReaderException {
    return read(picture(lines, 0), Map.of(DecodeHintType.PURE_BARCODE, true));
  }

  /** A photo of a dark terminal: what is drawn shines, all else is dark, also around it. */
  private static String scanned(List<String> lines) throws ReaderException {
    return read(picture(lines, 3), Map.of());
  }

  private static String read(RGBLuminanceSource picture, Map<DecodeHintType, ?> hints)
      throws ReaderException {
    return new QRCodeReader()
        .decode(new BinaryBitmap(new HybridBinarizer(picture)), hints)
        .getText();
  }

  private static RGBLuminanceSource picture(List<String> lines, int border) {
    int width = lines.getFirst().length() + 2 * border;
    boolean odd = lines.getLast().matches("[▀ ]+");
    int height = lines.size() * 2 - (odd ? 1 : 0) + 2 * border;
    int[] pixels = new int[width * SCALE * height * SCALE];
    for (int y = 0; y < height * SCALE; y++) {
      for (int x = 0; x < width * SCALE; x++) {
        boolean shines = shines(lines, x / SCALE - border, y / SCALE - border);
        pixels[y * width * SCALE + x] = shines ? WHITE : BLACK;
      }
    }
    return new RGBLuminanceSource(width * SCALE, height * SCALE, pixels);
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
    assertEquals(link, scanned(QrCode.lines(link, false)));
    assertEquals(link, decoded(QrCode.lines(link, false)));
  }

  @Test
  void coloursChangeNothingButColours() {
    List<String> plain = QrCode.lines(LINK, false);
    List<String> coloured = QrCode.lines(LINK, true);
    assertEquals(plain.size(), coloured.size());
    for (int i = 0; i < plain.size(); i++) {
      assertEquals("\u001b[97;40m" + plain.get(i) + "\u001b[0m", coloured.get(i));
    }
  }

  @Test
  void aUsualLinkFitsATerminalOfTwentyFourLines() {
    List<String> lines = QrCode.lines(LINK, false);
    assertTrue(lines.size() <= 22, () -> lines.size() + " lines");
    assertTrue(lines.stream().allMatch(line -> line.length() == lines.getFirst().length()));
    assertTrue(lines.getFirst().matches("█+"), "the quiet zone comes first");
    assertTrue(lines.stream().allMatch(line -> line.matches("[█▀]{4}.*[█▀]{4}")));
  }

  @Test
  void aTerminalThatKnowsNoBlocksIsNotFilledWithQuestionMarks() {
    assertTrue(QrCode.fits(UTF_8));
    assertFalse(QrCode.fits(US_ASCII));
  }

  @Test
  void whatIsTooLongIsRefused() {
    String link = "https://example.com/" + "x".repeat(3_000);
    assertThrows(IllegalArgumentException.class, () -> QrCode.lines(link, false));
  }
}
