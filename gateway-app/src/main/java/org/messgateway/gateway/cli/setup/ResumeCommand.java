package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.PeopleOverlay;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.config.people.PeopleFileException;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.http.Control;
import org.messgateway.gateway.routing.Executor;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code resume}: undoes pauses, opt-outs and stops of an executor or an address, and tries at once
 * what waits there.
 */
@CommandLine.Command(
    name = "resume",
    description =
        "Ends a pause, lets addresses that stopped or opted out go on, tries at once those that"
            + " did not answer, and lets a jar run again that was set aside.")
public final class ResumeCommand extends Command {

  private static final String AT_ONCE = " is tried again at once.";

  @Parameters(
      paramLabel = "EXECUTOR|ADDRESS|JAR",
      description = "Whom, which address, or which jar of adapters/.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String what;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  private record ResumableAddress(String channel, String address) {}

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      if (JarStrikes.ofCommand(context.home()).forgive(what)) {
        return forgiven();
      }
      GatewayConfig config = context.inForce();
      List<String> done = resume(config, context.people(config));
      if (json) {
        out().json(Map.of("resumed", done));
      } else if (done.isEmpty()) {
        out()
            .line(
                "Nothing was paused or stopped, and nothing waits, for "
                    + what
                    + ". See: "
                    + hint().to("people"));
      } else {
        done.forEach(out()::line);
      }
      return DONE;
    } catch (PeopleFileException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  private int forgiven() {
    String line =
        what
            + " may run again: at once where the running gateway has loaded it, else from its next"
            + " start.";
    if (json) {
      out().json(Map.of("resumed", List.of(line)));
    } else {
      out().line(line);
    }
    return DONE;
  }

  private List<String> resume(GatewayConfig config, PeopleFile file) {
    Map<String, Executor> executors = PeopleOverlay.to(config, file.now()).catalogue().executors();
    Executor executor = executors.get(what);
    if (executor == null && executors.values().stream().noneMatch(this::isReachedThere)) {
      refuseUnlessStopped(executors, file.now());
    }
    List<String> done = new ArrayList<>();
    if (executor != null && file.unpause(what)) {
      done.add(what + " is told again.");
    }
    for (ResumableAddress place : places(file.now())) {
      if (isMeant(place.address()) || (executor != null && isOf(executor, place))) {
        boolean changed = file.resume(place.channel(), place.address());
        changed |= file.optIn(place.channel(), place.address());
        if (changed) {
          done.add(Address.shown(place.address()) + " on " + place.channel() + AT_ONCE);
        }
      }
    }
    probe(config, executor, done);
    return done;
  }

  /** Deliveries that wait because the address did not answer. */
  private void probe(GatewayConfig config, @Nullable Executor executor, List<String> done) {
    try {
      ProbeRequest probes = new ProbeRequest(config);
      for (Control.Lane lane :
          executor == null ? probes.at(this::isMeant) : probes.ofExecutor(what)) {
        String line = Address.shown(lane.address()) + " on " + lane.channel() + AT_ONCE;
        if (!done.contains(line)) {
          done.add(line);
        }
      }
    } catch (IOException e) {
      done.add("What waits there is tried when its turn comes: " + e.getMessage());
    }
  }

  /** An address as it is, or as people shows it. */
  private boolean isMeant(String address) {
    return address.equals(what) || Address.shown(address).equals(what);
  }

  private boolean isReachedThere(Executor executor) {
    return executor.notifyPlan().channels().stream().anyMatch(at -> isMeant(at.address().value()));
  }

  /** An address may have stopped and be in the configuration no more. */
  private void refuseUnlessStopped(Map<String, Executor> executors, PeopleState people) {
    if (places(people).stream().noneMatch(place -> isMeant(place.address()))) {
      throw CommandFailure.usage(
          "There is no executor and no address "
              + what
              + ". Executors: "
              + String.join(", ", executors.keySet())
              + "; addresses: see "
              + hint().to("people"));
    }
  }

  private static boolean isOf(Executor executor, ResumableAddress place) {
    return executor.notifyPlan().channels().stream()
        .map(at -> new ResumableAddress(at.channel(), at.address().value()))
        .anyMatch(place::equals);
  }

  private static List<ResumableAddress> places(PeopleState people) {
    return Stream.concat(
            people.stopped().stream()
                .map(one -> new ResumableAddress(one.channel(), one.address())),
            people.optedOut().stream()
                .map(one -> new ResumableAddress(one.channel(), one.address())))
        .distinct()
        .toList();
  }
}
