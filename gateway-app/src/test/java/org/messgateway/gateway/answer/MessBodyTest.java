package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.testkit.Conforms;

/** Messages as they come over the wire. */
final class MessBodyTest {

  private static final String GOOD =
      """
      MESS:
        - status: {re: last, code: completed}
        - response:
            content: ["two onions", {image: {part: photo1}}]
      """;

  private static List<Map<String, @Nullable Object>> read(String body)
      throws ThreadFormatException {
    return MessBody.read(body.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESS: [{status: {code: claimed}}]",
        "[{status: {code: claimed}}]",
        "status: {code: claimed}",
        "{\"MESS\": [{\"status\": {\"code\": \"claimed\"}}]}",
        "- status:\n    code: claimed"
      })
  @Conforms({1, 4})
  void wrappedBareAndSingleAreTheSame(String body) throws ThreadFormatException {
    assertEquals(List.of(Map.of("status", Map.of("code", "claimed"))), read(body));
  }

  @Test
  void mistakesAreToldWithTheirPlace() {
    ThreadFormatException told =
        assertThrows(ThreadFormatException.class, () -> read("MESS:\n  - status: {code: [}\n"));

    assertEquals(2, told.line());
    assertTrue(told.column() > 1);
  }

  @Test
  void garbageIsRefusedAndNothingWorse() {
    Random random = new Random(20261120);
    byte[] good = GOOD.getBytes(UTF_8);
    for (int round = 0; round < 3_000; round++) {
      byte[] bytes = good.clone();
      for (int changes = random.nextInt(6); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      readOrRefuse(bytes);
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      readOrRefuse(noise);
    }
  }

  private static void readOrRefuse(byte[] body) {
    try {
      MessBody.read(body).forEach(entry -> assertEquals(1, entry.size()));
    } catch (ThreadFormatException e) {
      assertTrue(e.line() > 0, e.getMessage());
    }
  }
}
