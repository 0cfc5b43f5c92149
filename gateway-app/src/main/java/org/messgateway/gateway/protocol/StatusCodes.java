package org.messgateway.gateway.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;

/** Status codes as executors write them. */
public final class StatusCodes {

  /** Acknowledgement of the exchange or of a machine; changes nothing. */
  public static final String RECEIVED = "received";

  private StatusCodes() {}

  /** The protocol's spelling of a code; empty when the code is unknown. */
  public static Optional<String> canonical(String code) {
    String spelled = code.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    return switch (spelled) {
      case RECEIVED -> Optional.of(RECEIVED);
      // The protocol has no code for giving a task back but a decline of its holder.
      case "released", "release", "unclaimed", "pending" ->
          Optional.of(ThreadStatus.DECLINED.code());
      case "done", "complete" -> Optional.of(ThreadStatus.COMPLETED.code());
      default -> ThreadStatus.of(spelled).map(ThreadStatus::code);
    };
  }

  /**
   * The status of a code in a message that another program wrote; empty when the code is unknown,
   * or acknowledges only.
   */
  static Optional<ThreadStatus> status(String code) {
    return code.equals(RECEIVED) || code.equals(HistoryEntry.CREATED)
        ? Optional.empty()
        : ThreadStatus.of(code).or(() -> canonical(code).flatMap(ThreadStatus::of));
  }

  /** A sentence for the writer of an unknown code: what is wrong with it, and the known codes. */
  public static String unknown(String code) {
    return "The status \"%s\" is unknown. It is one of: %s."
        .formatted(
            code.length() > 40 ? code.substring(0, 40) + "…" : code,
            Arrays.stream(ThreadStatus.values())
                .filter(status -> status != ThreadStatus.PENDING)
                .map(ThreadStatus::code)
                .collect(Collectors.joining(", ")));
  }
}
