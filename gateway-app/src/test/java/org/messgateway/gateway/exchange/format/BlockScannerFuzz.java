package org.messgateway.gateway.exchange.format;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.messgateway.testkit.CostLimit;
import org.messgateway.testkit.EnlargedInput;

/**
 * Whatever the scanner reads, the parser reads as well, as the same nodes of the same weight; and
 * history is put where the general edit puts it.
 */
class BlockScannerFuzz {

  @FuzzTest
  void read(byte[] input) throws ThreadFormatException {
    for (byte[] each : EnlargedInput.of(input)) {
      CostLimit.within(each.length, () -> readTwice(each));
    }
  }

  private static void readTwice(byte[] input) {
    for (Document each : ReadTwice.documents(input)) {
      ReadTwice.scans(each);
    }
  }
}
