package org.messgateway.gateway.queue.jdbc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;

/** Converts values between Java and columns. */
final class ColumnValues {

  /** Longer sentences are cut: they come from vendors. */
  static final int LONGEST_SENTENCE = 2_000;

  /** Of services that name nothing; not in the index. */
  private static final String NO_RECEIPT = "{}";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<TreeMap<String, String>> PARTS = new TypeReference<>() {};
  private static final HexFormat HEX = HexFormat.of();
  private static final long NANOS = 1_000_000_000L;
  private static final String LINE = "\n";

  private ColumnValues() {}

  static byte[] key(String id) {
    return HEX.parseHex(id);
  }

  static String id(byte[] key) {
    return HEX.formatHex(key);
  }

  static @Nullable Long millis(@Nullable Instant instant) {
    return instant == null ? null : (Long) instant.toEpochMilli();
  }

  /** Rounded up, because a look before the due time would find nothing and be repeated at once. */
  static @Nullable Long millisUp(@Nullable Instant instant) {
    return instant == null ? null : (Long) instant.plusNanos(999_999).toEpochMilli();
  }

  static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), NANOS), (long) instant.getNano());
  }

  static Instant ofNanos(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
  }

  /** Each between two line ends, so that a pattern finds one of them. */
  static String lines(List<String> ids) {
    return ids.isEmpty() ? "" : LINE + String.join(LINE, ids) + LINE;
  }

  static List<String> ofLines(String lines) {
    return lines.isBlank() ? List.of() : List.of(lines.strip().split(LINE));
  }

  /** Larger goes first. */
  static int level(Priority priority) {
    return switch (priority) {
      case BACKGROUND -> 0;
      case NORMAL -> 1;
      case ELEVATED -> 2;
      case URGENT -> 3;
    };
  }

  static Priority priority(int level) {
    return switch (level) {
      case 0 -> Priority.BACKGROUND;
      case 1 -> Priority.NORMAL;
      case 2 -> Priority.ELEVATED;
      case 3 -> Priority.URGENT;
      default -> throw new IllegalArgumentException("no priority has the level " + level);
    };
  }

  /**
   * From the next eight columns: name of the exchange, ref, executor, channel and address of the
   * lane, kind, serial, generation.
   */
  static Identity identity(ResultRow row) throws SQLException {
    return Identity.ofStored(
        row.text(),
        row.text(),
        row.text(),
        row.text(),
        row.text(),
        kind(row.text()),
        row.count(),
        row.number());
  }

  static NotificationKind kind(String code) {
    return NotificationKind.valueOf(code.toUpperCase(Locale.ROOT));
  }

  static DeliveryState state(String code) {
    return DeliveryState.valueOf(code.toUpperCase(Locale.ROOT));
  }

  static LaneState laneState(String code) {
    return LaneState.valueOf(code.toUpperCase(Locale.ROOT));
  }

  static @Nullable FailureReason reason(@Nullable String code) {
    return code == null ? null : FailureReason.valueOf(code.toUpperCase(Locale.ROOT));
  }

  static @Nullable String code(@Nullable FailureReason reason) {
    return reason == null ? null : reason.code();
  }

  static @Nullable String cut(@Nullable String sentence) {
    return sentence == null || sentence.length() <= LONGEST_SENTENCE
        ? sentence
        : sentence.substring(0, LONGEST_SENTENCE);
  }

  static String json(Receipt receipt) {
    if (receipt.parts().isEmpty()) {
      return NO_RECEIPT;
    }
    try {
      return JSON.writeValueAsString(receipt.parts());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of texts is always JSON", e);
    }
  }

  static @Nullable Receipt receipt(@Nullable String json) {
    if (json == null) {
      return null;
    }
    if (json.equals(NO_RECEIPT)) {
      return Receipt.NONE;
    }
    try {
      return new Receipt(JSON.readValue(json, PARTS));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a receipt in the queue is not JSON: " + json, e);
    }
  }
}
