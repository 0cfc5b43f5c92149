package org.messgateway.gateway.faults;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.House;
import org.messgateway.gateway.flow.Sink;

/** What stands at both ends: at the sink, and in the threads. */
final class Counts {

  private final House house;
  private final Doubts doubts;
  private final Answering answering;
  private final Set<Arrival.Told> expected;
  private final List<Arrival> arrivals;
  private final Set<Arrival.Told> told;

  Counts(House house, Sink sink, Doubts doubts, Answering answering, Set<Arrival.Told> expected) {
    this.house = house;
    this.doubts = doubts;
    this.answering = answering;
    this.expected = expected;
    this.arrivals = sink.arrivals();
    this.told =
        arrivals.stream()
            .filter(arrival -> arrival.accepted() && arrival.kind().equals("request"))
            .map(Arrival::told)
            .collect(toSet());
  }

  Set<Arrival.Told> lost() {
    Set<Arrival.Told> lost = new HashSet<>(expected);
    lost.removeAll(told);
    return lost;
  }

  /** Arrivals beside the first of their id. */
  int again() {
    return arrivals.size() - (int) arrivals.stream().map(Arrival::id).distinct().count();
  }

  /** Acknowledged answers that stand in their thread once. */
  int present() {
    return (int) answering.acknowledged().stream().filter(this::standsOnce).count();
  }

  private boolean standsOnce(Answering.Acknowledged answer) {
    String text = house.threadText(answer.ref());
    boolean once = count(text, "code: " + answer.step()) == 1;
    return once
        && (!answer.step().equals("completed") || count(text, Answering.text(answer.ref())) == 1);
  }

  static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  /** Whether nothing is outstanding any more. */
  boolean complete() {
    return lost().isEmpty()
        && answering.acknowledged().size() == answers()
        && present() == answers()
        && unwritten().isEmpty();
  }

  private int answers() {
    return Answering.STEPS.size()
        * (int) expected.stream().filter(who -> who.executor().equals(Scene.ANA)).count();
  }

  /**
   * Told, but not in history yet. A thread that ended while nobody could note who was told of it
   * wants nothing any more, so those who answer are left out.
   */
  private Set<Arrival.Told> unwritten() {
    Set<Arrival.Told> unwritten = new HashSet<>(expected);
    unwritten.removeIf(who -> who.executor().equals(Scene.ANA));
    house.noted().forEach(noted -> unwritten.remove(noted.told()));
    return unwritten;
  }

  /** For whoever looks why it took so long. */
  String missing() {
    return "%d not told %s, %d of %d answers acknowledged, %d present, %d not in history %s%s"
        .formatted(
            lost().size(),
            some(lost()),
            answering.acknowledged().size(),
            answers(),
            present(),
            unwritten().size(),
            some(unwritten()),
            answering.refused().isEmpty() ? "" : ", last refused: " + answering.refused());
  }

  private static List<?> some(Set<?> all) {
    return all.stream().limit(3).toList();
  }

  /** The claims of every fault that do not hold. */
  List<String> broken() {
    List<String> broken = new ArrayList<>();
    if (!lost().isEmpty()) {
      broken.add(lost().size() + " lost: " + some(lost()));
    }
    Set<Answering.Acknowledged> gone = new HashSet<>(answering.acknowledged());
    gone.removeIf(this::standsOnce);
    if (!gone.isEmpty()) {
      broken.add(gone.size() + " acknowledged answers are not there once: " + some(gone));
    }
    Set<Arrival.Told> strangers = new HashSet<>(told);
    strangers.removeAll(expected);
    if (!strangers.isEmpty()) {
      broken.add("told though nobody asked them: " + some(strangers));
    }
    Set<String> tooOften = tooOften();
    if (!tooOften.isEmpty()) {
      broken.add(tooOften.size() + " came again without need: " + some(tooOften));
    }
    Set<Arrival.Told> renamed = renamed();
    if (!renamed.isEmpty()) {
      broken.add("told under several ids: " + some(renamed));
    }
    Set<House.Noted> doubled = doubled();
    if (!doubled.isEmpty()) {
      broken.add("more than once in history: " + some(doubled));
    }
    return broken;
  }

  private Set<String> tooOften() {
    Map<String, Long> times = arrivals.stream().collect(groupingBy(Arrival::id, counting()));
    return times.entrySet().stream()
        .filter(entry -> entry.getValue() - 1 > doubts.allowed(entry.getKey(), arrivals))
        .map(Map.Entry::getKey)
        .collect(toSet());
  }

  private Set<Arrival.Told> renamed() {
    return arrivals.stream()
        .filter(arrival -> arrival.kind().equals("request"))
        .collect(groupingBy(Arrival::told, mapping(Arrival::id, toSet())))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(toSet());
  }

  private Set<House.Noted> doubled() {
    return house.noted().stream()
        .collect(groupingBy(noted -> noted, counting()))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .collect(toSet());
  }
}
