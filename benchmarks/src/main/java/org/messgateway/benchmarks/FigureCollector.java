package org.messgateway.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects figures in the order in which they first came. One thread. */
final class FigureCollector {

  private record Key(String goal, String what, String unit, @Nullable FigureTarget target) {}

  private final Map<Key, List<Double>> values = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** A figure of a goal. */
  void add(String goal, String what, String unit, FigureTarget target, double value) {
    put(new Key(goal, what, unit, target), value);
  }

  /** One that only explains. */
  void add(String goal, String what, String unit, double value) {
    put(new Key(goal, what, unit, null), value);
  }

  private void put(Key key, double value) {
    values.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
  }

  /** What a reader must know, such as what was left out. */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** A measurement that came to nothing. */
  void failed(String sentence) {
    failures.add(sentence);
  }

  List<Figure> all() {
    return values.entrySet().stream()
        .map(entry -> figure(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Figure figure(Key key, List<Double> values) {
    return new Figure(key.goal(), key.what(), key.unit(), key.target(), values);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
