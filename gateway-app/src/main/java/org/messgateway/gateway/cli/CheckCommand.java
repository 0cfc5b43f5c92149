package org.messgateway.gateway.cli;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.SelfTest;
import org.messgateway.gateway.adapters.RegisteredAdapter;
import org.messgateway.gateway.config.ChannelConfig;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.HeldChannel;
import org.messgateway.gateway.config.Loaded;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code check}: everything that is wrong, each with what mends it; bothers nobody. */
@CommandLine.Command(
    name = "check",
    description = "Checks configuration, adapters, credentials, scopes and reachability.")
final class CheckCommand extends Command {

  private static final Duration LIMIT = Duration.ofSeconds(15);

  @Option(names = "--offline", description = "Asks no remote service.")
  private boolean offline;

  @Override
  public Integer call() {
    try (Workplace workplace = workplace()) {
      workplace.refuseConflicts();
      Loaded loaded = workplace.load();
      out().line(ConfigReport.of(loaded).stripTrailing());
      workplace.registry().problems().forEach(problem -> out().line(problem.toString()));
      return switch (loaded) {
        case Loaded.Invalid _ -> Failure.USAGE;
        case Loaded.Valid valid ->
            check(workplace, valid.config()) && workplace.registry().problems().isEmpty()
                ? done(valid)
                : Failure.FAILED;
      };
    }
  }

  private int done(Loaded.Valid valid) {
    int channels = valid.config().channels().size();
    int executors = valid.config().catalogue().executors().size();
    out()
        .line(
            "All is well with "
                + counted(executors, "executor")
                + " on "
                + counted(channels, "channel")
                + ".");
    return DONE;
  }

  private static String counted(int number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }

  private boolean check(Workplace workplace, GatewayConfig config) {
    List<String> troubles = new ArrayList<>();
    config.held().values().stream().map(HeldChannel::sentence).forEach(troubles::add);
    troubles.addAll(HomeCheck.of(workplace.home()));
    if (!offline) {
      config.channels().values().forEach(channel -> troubles.addAll(selfTest(channel)));
    }
    troubles.forEach(out()::line);
    return troubles.isEmpty();
  }

  private List<String> selfTest(ChannelConfig channel) {
    AdapterServices services = new AdapterServices(channel.name(), InstantSource.system(), LIMIT);
    try (RegisteredAdapter adapter = channel.provider().create(channel.settings(), services)) {
      return adapter.ability(SelfTest.class).map(SelfTest::selfTest).orElse(List.of()).stream()
          .map(finding ->
              channel.name() + ": " + finding.sentence() + "\n      -> " + finding.remedy())
          .toList();
    } catch (RuntimeException e) {
      return List.of(channel.name() + ": the adapter could not be asked: " + e.getMessage());
    }
  }
}
