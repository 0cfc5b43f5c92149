package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.AgentMessage.Part;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;
import org.messgateway.gateway.answer.AgentResultText.Line;
import org.messgateway.gateway.exchange.Ref;

/** Which entry of an agent's message belongs into which thread, found before any is written. */
final class EntryPlaces {

  /** From a reference to a thread of the agent. */
  @FunctionalInterface
  interface OwnThreads {
    Optional<String> ref(String re) throws IOException;
  }

  /** The reference means a thread of another requestor, or none. */
  static final class NotYoursException extends Exception {

    private static final long serialVersionUID = 1L;

    NotYoursException(String re) {
      super(re);
    }

    String re() {
      return String.valueOf(getMessage());
    }
  }

  private final AgentMessage message;
  private final OwnThreads own;
  private final List<NewTask> tasks;
  private final Map<Integer, List<Map<String, @Nullable Object>>> further = new LinkedHashMap<>();
  private final Map<Ref, List<Part>> letters = new LinkedHashMap<>();

  /** By entry of an unknown type: numbers of new tasks, and refs. */
  private final Map<Part, Set<Object>> keptIn = new LinkedHashMap<>();

  private final Map<String, String> names = new LinkedHashMap<>();

  private final Map<String, String> refs = new LinkedHashMap<>();

  /**
   * Finds them all.
   *
   * @param homes refs of the threads that hold the suggestions which it decides about, by id
   * @throws NotYoursException when an entry refers to no thread of the agent
   */
  EntryPlaces(AgentMessage message, Map<String, String> homes, OwnThreads own)
      throws IOException, NotYoursException {
    this.message = message;
    this.own = own;
    this.tasks = message.parts(Part.Task.class).map(Part.Task::task).toList();
    for (Part.Addressed part : message.parts(Part.Addressed.class).toList()) {
      for (String re : part.re()) {
        String ref =
            AgentMessage.accepts(part.entry()).isPresent()
                ? Objects.requireNonNull(homes.get(re))
                : ref(re);
        names.putIfAbsent(ref, re);
        letter(ref, part);
      }
    }
    List<String> addressed = letters.keySet().stream().map(Ref::value).toList();
    for (Part.Unknown part : message.parts(Part.Unknown.class).toList()) {
      keep(part, addressed);
    }
  }

  private void letter(String ref, Part part) {
    letters.computeIfAbsent(new Ref(ref), _ -> new ArrayList<>()).add(part);
  }

  private String ref(String re) throws IOException, NotYoursException {
    String ref = own.ref(re).orElseThrow(() -> new NotYoursException(re));
    refs.put(re, ref);
    return ref;
  }

  /** Where it says, else in all threads of the message, else in the agent's last. */
  private void keep(Part.Unknown part, List<String> addressed)
      throws IOException, NotYoursException {
    Set<Object> kept = new LinkedHashSet<>();
    for (String re : part.re()) {
      int task = named(re);
      kept.add(task < 0 ? ref(re) : task);
    }
    if (part.re().isEmpty()) {
      for (int task = 0; task < tasks.size(); task++) {
        kept.add(task);
      }
      kept.addAll(addressed);
      if (kept.isEmpty()) {
        kept.add(ref(ThreadReferences.LAST));
      }
    }
    keptIn.put(part, kept);
    for (Object place : kept) {
      if (place instanceof Integer task) {
        further.computeIfAbsent(task, _ -> new ArrayList<>()).add(part.entry());
      } else {
        letter(place.toString(), part);
      }
    }
  }

  /** The number of the request with that id; -1 where there is none. */
  private int named(String id) {
    for (int task = 0; task < tasks.size(); task++) {
      if (id.equals(tasks.get(task).id())) {
        return task;
      }
    }
    return -1;
  }

  /** The new threads of a message of that time, in order. */
  List<NewTask> tasks(Instant at) {
    List<NewTask> whole = new ArrayList<>();
    for (int task = 0; task < tasks.size(); task++) {
      whole.add(tasks.get(task).at(at).with(further.getOrDefault(task, List.of())));
    }
    return whole;
  }

  /** From references to the threads that they mean. */
  Map<String, String> refs() {
    return refs;
  }

  /** What goes into each thread that is there. */
  Map<Ref, List<Part>> letters() {
    return letters;
  }

  /**
   * What became of the entries, in their order.
   *
   * @param created for each of {@link #tasks}
   */
  List<Line> lines(List<Created> created) {
    List<Line> lines = new ArrayList<>();
    Set<String> told = new LinkedHashSet<>();
    int task = 0;
    for (Part part : message.parts()) {
      switch (part) {
        case Part.Task _ -> lines.add(new Line.Made(created.get(task++)));
        case Part.Addressed addressed ->
            names.forEach((ref, re) -> {
              if (addressed.re().contains(re) && told.add(ref)) {
                lines.add(new Line.Reached(re, ref));
              }
            });
        case Part.Unknown unknown -> lines.add(new Line.Shelved(kept(unknown, created)));
        case Part.Asking _ -> lines.add(new Line.Asked());
      }
    }
    return lines;
  }

  private KeptEntry kept(Part.Unknown part, List<Created> created) {
    return new KeptEntry(
        part.type(),
        Objects.requireNonNull(keptIn.get(part)).stream()
            .map(
                place -> place instanceof Integer task ? created.get(task).ref() : place.toString())
            .toList());
  }
}
