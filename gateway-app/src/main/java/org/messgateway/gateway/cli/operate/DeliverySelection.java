package org.messgateway.gateway.cli.operate;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryState;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which deliveries a command is about, as it is written behind the command's name. */
final class DeliverySelection {

  @Parameters(arity = "0..1", paramLabel = "REF", description = "Only of this task.")
  private @Nullable String ref;

  @Option(names = "--executor", paramLabel = "EXECUTOR", description = "Only to this executor.")
  private @Nullable String executor;

  @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only over this channel.")
  private @Nullable String channel;

  DeliveryFilter in(Set<DeliveryState> states) {
    return new DeliveryFilter(ref, executor, channel, states);
  }
}
