package org.messgateway.gateway.respond;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;

/**
 * Whether a token's permissions are enough for what is said: claiming and declining want theirs.
 */
final class Allowed {

  private final Set<Permission> permissions;

  Allowed(Set<Permission> permissions) {
    this.permissions = permissions;
  }

  /** Throws 403 when one of the entries is not allowed. */
  void check(List<Map<String, @Nullable Object>> mess) {
    for (Map<String, @Nullable Object> entry : mess) {
      Permission needed = needed(entry);
      if (!permissions.contains(needed)) {
        throw new ProblemException(
            403, "Forbidden", "This token does not permit to " + needed.code() + ".");
      }
    }
  }

  private static Permission needed(Map<String, @Nullable Object> entry) {
    return status(entry) instanceof String code
        ? ThreadStatus.of(code).map(Allowed::needed).orElse(Permission.RESPOND)
        : Permission.RESPOND;
  }

  private static @Nullable Object status(Map<String, @Nullable Object> entry) {
    Object status = entry.get("status");
    return status instanceof Map<?, ?> map ? map.get("code") : status;
  }

  private static Permission needed(ThreadStatus status) {
    return switch (status) {
      case CLAIMED -> Permission.CLAIM;
      case DECLINED -> Permission.DECLINE;
      default -> Permission.RESPOND;
    };
  }
}
