package org.messgateway.gateway.cli;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.SelfTest;
import org.messgateway.gateway.ExchangeCheck;
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
        case Loaded.Valid valid -> check(workplace, valid.config());
      };
    }
  }

  private int check(Workplace workplace, GatewayConfig config) {
    List<String> troubles = new ArrayList<>();
    List<String> hints = new ArrayList<>();
    config.held().values().stream().map(HeldChannel::sentence).forEach(troubles::add);
    troubles.addAll(HomeCheck.of(workplace.home()));
    if (!offline) {
      troubles.addAll(StoreCheck.of(workplace.home(), config));
      troubles.addAll(ExchangeCheck.of(config));
      config.channels().values().forEach(channel -> selfTest(channel, troubles, hints));
    }
    troubles.forEach(out()::line);
    hints.forEach(hint -> out().line("Hint: " + hint));
    if (!troubles.isEmpty() || !workplace.registry().problems().isEmpty()) {
      return Failure.FAILED;
    }
    out().line(done(config, hints.size()));
    return DONE;
  }

  private static String done(GatewayConfig config, int hints) {
    return "All is well with "
        + counted(config.catalogue().executors().size(), "executor")
        + " on "
        + counted(config.channels().size(), "channel")
        + (hints == 0 ? "." : ", but for " + counted(hints, "hint") + ": messages go out.");
  }

  private static String counted(int number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }

  /** What keeps messages from going out is trouble; what else could be better is a hint. */
  private static void selfTest(ChannelConfig channel, List<String> troubles, List<String> hints) {
    AdapterServices services = new AdapterServices(channel.name(), InstantSource.system(), LIMIT);
    try (RegisteredAdapter adapter = channel.provider().create(channel.settings(), services)) {
      adapter
          .ability(SelfTest.class)
          .map(SelfTest::selfTest)
          .orElse(List.of())
          .forEach(finding ->
              (finding.severe() ? troubles : hints)
                  .add(
                      channel.name()
                          + ": "
                          + finding.sentence()
                          + "\n      -> "
                          + finding.remedy()));
    } catch (RuntimeException e) {
      troubles.add(channel.name() + ": the adapter could not be asked: " + e.getMessage());
    }
  }
}
