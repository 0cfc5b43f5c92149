package org.messgateway.gateway.cli.command;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A link as a QR code in half blocks, two rows of modules to a line of text, so that a phone reads
 * it off a terminal. Light modules are drawn and dark ones left out: on a dark terminal that is
 * dark on light, which is what every phone reads; where colours work they make it so on any.
 */
public final class QrCode {

  /** Light modules around it. Source: ISO/IEC 18004. */
  private static final int QUIET_ZONE = 4;

  private static final String WHITE_ON_BLACK = "\u001b[97;40m";
  private static final String PLAIN = "\u001b[0m";

  private static final String BOTH = "█";
  private static final String UPPER = "▀";
  private static final String LOWER = "▄";

  private QrCode() {}

  /** Whether a terminal that is written to like this shows half blocks. */
  public static boolean fits(Charset terminal) {
    return terminal.canEncode() && terminal.newEncoder().canEncode(BOTH + UPPER + LOWER);
  }

  /**
   * Its lines.
   *
   * @param colours whether the terminal understands them
   * @throws IllegalArgumentException when the link is too long for a code (about 2900 characters)
   */
  public static List<String> lines(String link, boolean colours) {
    BitMatrix modules = modules(link);
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < modules.getHeight(); y += 2) {
      StringBuilder line = new StringBuilder();
      for (int x = 0; x < modules.getWidth(); x++) {
        line.append(block(light(modules, x, y), light(modules, x, y + 1)));
      }
      lines.add(colours ? WHITE_ON_BLACK + line + PLAIN : line.toString());
    }
    return lines;
  }

  private static BitMatrix modules(String link) {
    Map<EncodeHintType, Object> hints =
        Map.of(
            EncodeHintType.MARGIN,
            QUIET_ZONE,
            EncodeHintType.ERROR_CORRECTION,
            ErrorCorrectionLevel.L);
    try {
      return new QRCodeWriter().encode(link, BarcodeFormat.QR_CODE, 0, 0, hints);
    } catch (WriterException e) {
      throw new IllegalArgumentException("The link does not fit a QR code: " + e.getMessage(), e);
    }
  }

  /**
   * The half row below the last one is not drawn, because the quiet zone is wide enough without it.
   */
  private static boolean light(BitMatrix modules, int x, int y) {
    return y < modules.getHeight() && !modules.get(x, y);
  }

  private static String block(boolean upper, boolean lower) {
    if (upper) {
      return lower ? BOTH : UPPER;
    }
    return lower ? LOWER : " ";
  }
}
