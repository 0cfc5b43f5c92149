package org.messgateway.gateway.answer;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.api.mess.ThreadStatus;

/** Status codes as executors write them. */
final class Codes {

  /** The exchange's, or a machine's, acknowledgement: changes nothing. */
  static final String RECEIVED = "received";

  private Codes() {}

  /** As it will stand in the thread; empty when it is unknown. */
  static Optional<String> canonical(String code) {
    String spelled = code.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    return switch (spelled) {
      case RECEIVED -> Optional.of(RECEIVED);
      // A decline of the one who has it is what gives it back.
      case "released", "release", "unclaimed", "pending" ->
          Optional.of(ThreadStatus.DECLINED.code());
      case "done", "complete" -> Optional.of(ThreadStatus.COMPLETED.code());
      default -> ThreadStatus.of(spelled).map(ThreadStatus::code);
    };
  }

  static String unknown(String code) {
    return "The status \"%s\" is unknown. It is one of: %s."
        .formatted(
            code.length() > 40 ? code.substring(0, 40) + "…" : code,
            Arrays.stream(ThreadStatus.values())
                .filter(status -> status != ThreadStatus.PENDING)
                .map(ThreadStatus::code)
                .collect(Collectors.joining(", ")));
  }
}
