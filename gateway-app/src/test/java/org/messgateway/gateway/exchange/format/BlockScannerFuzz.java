package org.messgateway.gateway.exchange.format;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
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
      List<Document> documents = ReadTwice.documents(each);
      // The comparison reads each document many times, which has no limit.
      CostLimit.within(each.length, () -> documents.forEach(ReadTwice::scanned));
      documents.forEach(ReadTwice::scans);
    }
  }
}
