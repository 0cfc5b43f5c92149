package org.messgateway.gateway.faults;

import java.util.List;

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
    return List.of(
        of("killed at random moments", Kills::atRandom),
        new WritePointKills(),
        of("queue deleted", LostQueue::deleted),
        of("queue corrupted", LostQueue::corrupted),
        of("suspended longer than its lease", Standstill::suspended),
        of("sinks hang, reset, drip, refuse and return", Standstill::sickSinks),
        new SmallDisk("disk full, exchange and queue"),
        new SmallDisk("exchange read-only and back"),
        of("clock an hour ahead", Clocks::ahead),
        of("clock an hour back", Clocks::back),
        of("watcher overflow", Writers::overflow),
        of("half-written threads", Writers::halfWritten),
        new OverwritingNeighbour());
  }
}
