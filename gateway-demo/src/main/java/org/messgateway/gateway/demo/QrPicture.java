package org.messgateway.gateway.demo;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import java.util.Map;

/** A link as a QR code, which a phone reads off the page. */
final class QrPicture {

  /** Light modules around it. Source: ISO/IEC 18004. */
  private static final int QUIET_ZONE = 4;

  private QrPicture() {}

  /** An SVG image, dark on light in every colour scheme. */
  static String of(String link) {
    BitMatrix modules = modules(link);
    StringBuilder dark = new StringBuilder();
    for (int y = 0; y < modules.getHeight(); y++) {
      for (int x = 0; x < modules.getWidth(); x++) {
        if (modules.get(x, y)) {
          dark.append("M%d %dh1v1h-1z".formatted(x, y));
        }
      }
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="%s"/></svg>
    """
        .formatted(
            modules.getWidth(), modules.getHeight(), modules.getWidth(), modules.getHeight(), dark);
  }

  private static BitMatrix modules(String link) {
    try {
      return new QRCodeWriter()
          .encode(link, BarcodeFormat.QR_CODE, 0, 0, Map.of(EncodeHintType.MARGIN, QUIET_ZONE));
    } catch (WriterException e) {
      throw new IllegalArgumentException("the link does not fit a QR code", e);
    }
  }
}
