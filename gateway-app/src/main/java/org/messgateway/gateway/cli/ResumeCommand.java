package org.messgateway.gateway.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.PeopleApplied;
import org.messgateway.gateway.ProbeNow;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.people.People;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.people.PeopleFileException;
import org.messgateway.gateway.respond.Control;
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
        "Ends a pause, lets addresses that stopped or opted out go on, and tries at once those that"
            + " did not answer.")
final class ResumeCommand extends Command {

  private static final String AT_ONCE = " is tried again at once.";

  @Parameters(paramLabel = "EXECUTOR|ADDRESS", description = "Whom, or which address.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String what;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  private record Place(String channel, String address) {}

  @Override
  public Integer call() {
    try (Workplace workplace = workplace()) {
      GatewayConfig config = workplace.config();
      List<String> done = resume(config, PeopleAtHome.open(workplace, config));
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
      throw Failure.failed(String.valueOf(e.getMessage()));
    }
  }

  private List<String> resume(GatewayConfig config, PeopleFile file) {
    Map<String, Executor> executors = PeopleApplied.to(config, file.now()).catalogue().executors();
    Executor whom = executors.get(what);
    if (whom == null && executors.values().stream().noneMatch(this::isReachedThere)) {
      refuseUnlessStopped(executors, file.now());
    }
    List<String> done = new ArrayList<>();
    if (whom != null && file.unpause(what)) {
      done.add(what + " is told again.");
    }
    for (Place place : places(file.now())) {
      if (place.address().equals(what) || (whom != null && isOf(whom, place))) {
        boolean changed = file.resume(place.channel(), place.address());
        changed |= file.optIn(place.channel(), place.address());
        if (changed) {
          done.add(place.address() + " on " + place.channel() + AT_ONCE);
        }
      }
    }
    probe(config, whom, done);
    return done;
  }

  /** What waits there because it did not answer. */
  private void probe(GatewayConfig config, @Nullable Executor whom, List<String> done) {
    try {
      ProbeNow probes = new ProbeNow(config);
      for (Control.Lane lane : whom == null ? probes.at(what) : probes.ofExecutor(what)) {
        String line = lane.address() + " on " + lane.channel() + AT_ONCE;
        if (!done.contains(line)) {
          done.add(line);
        }
      }
    } catch (IOException e) {
      done.add("What waits there is tried when its turn comes: " + e.getMessage());
    }
  }

  private boolean isReachedThere(Executor executor) {
    return executor.notifyPlan().channels().stream()
        .anyMatch(at -> at.address().value().equals(what));
  }

  /** An address may have stopped and be in the configuration no more. */
  private void refuseUnlessStopped(Map<String, Executor> executors, People people) {
    if (places(people).stream().noneMatch(place -> place.address().equals(what))) {
      throw Failure.usage(
          "There is no executor and no address "
              + what
              + ". Executors: "
              + String.join(", ", executors.keySet())
              + "; addresses: see "
              + hint().to("people"));
    }
  }

  private static boolean isOf(Executor whom, Place place) {
    return whom.notifyPlan().channels().stream()
        .map(at -> new Place(at.channel(), at.address().value()))
        .anyMatch(place::equals);
  }

  private static List<Place> places(People people) {
    return Stream.concat(
            people.stopped().stream().map(one -> new Place(one.channel(), one.address())),
            people.optedOut().stream().map(one -> new Place(one.channel(), one.address())))
        .distinct()
        .toList();
  }
}
