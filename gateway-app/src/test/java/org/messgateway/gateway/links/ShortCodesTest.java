package org.messgateway.gateway.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShortCodesTest {

  private static final String ID = "00112233445566778899aabbccddeeff";

  private final ShortCodes codes = new ShortCodes(LinkKey.of(new byte[32], Optional.empty()));

  @Test
  void aShortLinkLeadsBackToItsDelivery() {
    String path = codes.path(ID);
    assertTrue(path.matches("/r/[A-Za-z0-9_-]{22}\\?t=[A-Za-z0-9_-]{22}"), path);
    assertEquals(Optional.of(ID), codes.deliveryId(path.substring(3, 25), path.substring(28)));
  }

  @Test
  void aTokenOfAnotherDeliveryOpensNothing() {
    String other = codes.path("ff112233445566778899aabbccddeeff").substring(28);
    assertEquals(Optional.empty(), codes.deliveryId(ShortCodes.code(ID), other));
  }

  @Test
  void aTokenOfAnotherKeyOpensNothing() {
    byte[] random = new byte[32];
    random[0] = 1;
    String path = new ShortCodes(LinkKey.of(random, Optional.empty())).path(ID);
    assertEquals(Optional.empty(), codes.deliveryId(path.substring(3, 25), path.substring(28)));
  }

  @Test
  void garbageOpensNothing() {
    assertEquals(Optional.empty(), codes.deliveryId("", ""));
    assertEquals(Optional.empty(), codes.deliveryId("!".repeat(22), "!".repeat(22)));
    assertEquals(Optional.empty(), codes.deliveryId("é".repeat(22), "é".repeat(22)));
    assertEquals(Optional.empty(), codes.deliveryId(ShortCodes.code(ID), "A".repeat(22)));
  }
}
