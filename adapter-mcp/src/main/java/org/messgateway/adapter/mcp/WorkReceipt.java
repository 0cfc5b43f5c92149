package org.messgateway.adapter.mcp;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;

/**
 * A receipt that says how work on a task goes on: by a handle of the server, or by a call that is
 * still open in this process.
 */
final class WorkReceipt {

  private static final String HANDLE = "handle";
  private static final String TASK = "ref";
  private static final String EVERY = "every";
  private static final String SAID = "said";
  private static final String CALL = "call";
  private static final String PROCESS = "process";
  private static final String UNTIL = "until";

  private final Receipt receipt;

  WorkReceipt(Receipt receipt) {
    this.receipt = receipt;
  }

  /**
   * Work that the server names.
   *
   * @param every the pause between questions; zero for work that nobody asks about
   * @param said the message that went into the thread last
   */
  static Receipt ofHandle(String handle, String ref, Duration every, ServiceReply said) {
    TreeMap<String, String> parts = new TreeMap<>();
    parts.put(HANDLE, handle);
    parts.put(TASK, ref);
    if (every.isPositive()) {
      parts.put(EVERY, Long.toString(every.toMillis()));
      parts.put(SAID, digest(said));
    }
    return new Receipt(parts);
  }

  /**
   * A call that goes on.
   *
   * @param process in which it is open
   * @param until when it ends at the latest
   */
  static Receipt ofCall(
      String delivery, String ref, String process, Instant until, Duration every) {
    TreeMap<String, String> parts = new TreeMap<>();
    parts.put(CALL, delivery);
    parts.put(TASK, ref);
    parts.put(PROCESS, process);
    parts.put(UNTIL, Long.toString(until.toEpochMilli()));
    parts.put(EVERY, Long.toString(every.toMillis()));
    return new Receipt(parts);
  }

  /** The handle of the server; empty for none. */
  String handle() {
    return receipt.part(HANDLE);
  }

  String ref() {
    return receipt.part(TASK);
  }

  /** The delivery whose call goes on; empty for none. */
  String call() {
    return receipt.part(CALL);
  }

  boolean isOf(String process) {
    return receipt.part(PROCESS).equals(process);
  }

  Instant until() {
    return Instant.ofEpochMilli(number(UNTIL).orElse(0L));
  }

  /** The pause between questions; empty for work that nobody asks about. */
  Optional<Duration> every() {
    return number(EVERY).map(Duration::ofMillis);
  }

  /** Whether this was said last. */
  boolean said(ServiceReply reply) {
    return digest(reply).equals(receipt.part(SAID));
  }

  private Optional<Long> number(String part) {
    String text = receipt.part(part);
    return text.matches("\\d{1,15}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }

  private static String digest(ServiceReply reply) {
    CRC32C sum = new CRC32C();
    sum.update(reply.body());
    return HexFormat.of().toHexDigits(sum.getValue());
  }
}
