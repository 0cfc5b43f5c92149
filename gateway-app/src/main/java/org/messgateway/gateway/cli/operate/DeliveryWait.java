package org.messgateway.gateway.cli.operate;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.LaneState;

/** What deliveries wait for, by the name of what ends the wait. */
final class DeliveryWait {

  private final GatewayConfig config;

  DeliveryWait(GatewayConfig config) {
    this.config = config;
  }

  /**
   * What a delivery waits for, and until when.
   *
   * @param time as it is to be shown
   * @return {@code for a valid token (dispatch.telegram.bot_token), tried again 14:32}; empty when
   *     it is settled
   */
  Optional<String> of(DeliveryRow delivery, Function<Instant, String> time) {
    if (delivery.state().settled()) {
      return Optional.empty();
    }
    Instant probe = delivery.laneDue();
    return Optional.of(
        delivery.laneState() == LaneState.CLOSED || probe == null
            ? "until " + time.apply(delivery.due())
            : cause(delivery) + ", tried again " + time.apply(probe));
  }

  private String cause(DeliveryRow delivery) {
    FailureReason reason =
        delivery.laneReason() == null ? FailureReason.UNREACHABLE : delivery.laneReason();
    String channel = delivery.identity().channel();
    return switch (reason) {
      case CREDENTIAL_REFUSED -> "for a valid token" + keys(channel);
      case ACCOUNT_MISCONFIGURED -> "for a right or setting of the account on " + channel;
      case QUOTA_EXHAUSTED -> "for money or quota of the account on " + channel;
      case ACCOUNT_RATE_LIMITED, RATE_LIMITED -> "until " + channel + " takes more messages";
      case UNAVAILABLE, SERVER_ERROR -> "for the service to work again";
      case ADDRESS_FORBIDDEN -> "for an address where it may go";
      case CLOCK_OFF -> "for a clock that is right";
      case ADAPTER_FAILED -> "for the adapter of " + channel;
      case UNREACHABLE,
          TIMEOUT,
          CONFLICT,
          REQUEST_REFUSED,
          UNCERTAIN,
          INVALID_ADDRESS,
          RECIPIENT_REFUSES,
          PAYLOAD_REFUSED,
          ADDRESS_GONE ->
          "for its address to answer";
    };
  }

  /** Where the token stands in the configuration. */
  private String keys(String name) {
    @Nullable ChannelConfig channel = config.channels().get(name);
    if (channel == null) {
      return "";
    }
    List<SettingDescription> secrets =
        channel.provider().description().settings().stream()
            .filter(each -> each.kind() == SettingKind.SECRET || each.kind() == SettingKind.SECRETS)
            .filter(each -> each.required() || channel.settings().has(each.name()))
            .toList();
    boolean needed = secrets.stream().anyMatch(SettingDescription::required);
    return secrets.stream()
        .filter(each -> each.required() == needed)
        .map(each -> "dispatch." + name + "." + each.name())
        .collect(Collectors.collectingAndThen(Collectors.toList(), DeliveryWait::inBrackets));
  }

  private static String inBrackets(List<String> keys) {
    return keys.isEmpty() ? "" : " (" + String.join(" or ", keys) + ")";
  }
}
