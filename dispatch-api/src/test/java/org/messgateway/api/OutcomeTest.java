package org.messgateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.FailureReason.FailureScope;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Delivered;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Outcome.Rejected;

class OutcomeTest {

  @ParameterizedTest
  @EnumSource(FailureReason.class)
  void aReasonIsEitherFinalOrMayPassAndFitsOneOutcomeOnly(FailureReason reason) {
    if (reason.scope() == FailureScope.FINAL) {
      assertEquals(reason, new Rejected(reason, "no").reason());
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> new Deferred(reason, "no", Reach.REFUSED, Duration.ZERO));
      assertTrue(String.valueOf(refused.getMessage()).contains("Rejected"));
    } else {
      assertEquals(reason, new Deferred(reason, "later", Reach.BEFORE_SENDING).reason());
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> new Rejected(reason, "later"));
      assertTrue(String.valueOf(refused.getMessage()).contains("Deferred"));
    }
  }

  @Test
  void withoutAWordOfTheServiceNobodyIsToldHowLongToWait() {
    assertNull(new Deferred(FailureReason.TIMEOUT, "no answer", Reach.POSSIBLY_SENT).retryAfter());
    assertNull(new Delivered(Receipt.NONE).reply());
  }

  @Test
  void aReceiptIsWhatItWasWhenItWasMade() {
    TreeMap<String, String> parts = new TreeMap<>();
    parts.put("ts", "1.2");
    Receipt receipt = new Receipt(parts);
    parts.put("ts", "changed");
    assertEquals("1.2", receipt.part("ts"));
    assertEquals("", receipt.part("channel"));
    assertThrows(UnsupportedOperationException.class, () -> receipt.parts().put("ts", "x"));
    assertEquals(receipt, Receipt.of("ts", "1.2"));
  }
}
