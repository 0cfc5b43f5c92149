package org.messgateway.gateway.faults;

import java.util.List;
import java.util.stream.Stream;

/** Something that goes wrong, and what is counted when it does. */
interface Fault {

  String name();

  /**
   * Lets it happen.
   *
   * @throws Exception when the run itself did not work; it counts as a broken claim
   */
  Row run(Plan plan) throws Exception;

  /** One of a single scene. */
  static Fault of(String name, Course course) {
    return new Fault() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Row run(Plan plan) throws Exception {
        try (Scene scene = Scene.of(plan, name)) {
          return course.run(plan, scene);
        }
      }
    };
  }

  /** What happens in a scene. */
  interface Course {
    Row run(Plan plan, Scene scene) throws Exception;
  }

  /** All there are, the plainest first. */
  static List<Fault> all() {
    return Stream.concat(
            Stream.of(
                of("killed at random moments", Kills::atRandom),
                new WritePointKills(),
                of("queue deleted", LostQueue::deleted),
                of("stopped after a burst, queue deleted", LostQueue::stoppedAndDeleted),
                of("queue corrupted", LostQueue::corrupted),
                of("memory exhausted", MemoryEnds::exhausted),
                of("suspended longer than its lease", Standstill::suspended),
                of("sinks hang, reset, drip, refuse and return", Standstill::sickSinks),
                new SmallDisk("disk full, exchange and queue"),
                new SmallDisk("exchange read-only and back"),
                of("memory: tiny nodes", Weights::nodes),
                of("memory: long texts, many documents", Weights::texts),
                of("memory: eight large answers at once", Weights::answers),
                of("clock an hour ahead", Clocks::ahead),
                of("clock an hour back", Clocks::back),
                of("clock set back while robots fail", Clocks::backWhileRobotsFail),
                of("clock of 2099 while robots fail, then right", Clocks::wrongYear),
                of("clock of 1970 at the start, then right", Clocks::withoutBattery),
                of("lock deleted, a second gateway", Clocks::lockDeleted),
                of("watcher overflow", Writers::overflow),
                of("half-written threads", Writers::halfWritten),
                of("rights of small links", Rights::smallLinks),
                of("rights of who left", Rights::whoLeft),
                of("rights of revoked links", Rights::revoked),
                new OverwritingNeighbour(),
                of("folders swapped for links", Swaps::ofFolders),
                new TwoGateways("two gateways on one exchange"),
                of("callers: a flood with a leaked link", CallerAbuse::flood),
                of("callers: links spelled otherwise", CallerAbuse::spellings),
                of("callers: other names for this machine", CallerAbuse::names)),
            IllJars.all().stream())
        .toList();
  }
}
