package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.Conforms;

/** A program that knows the format alone works in the exchange beside the running gateway. */
class ForeignProgramIT {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Pattern STATUS = Pattern.compile("(?m)^status: \"?(\\w+)\"?$");
  private static final Pattern EXECUTOR = Pattern.compile("(?m)^executor: \"?(\\w+)\"?$");

  @TempDir private Path folder;

  /**
   * What happens to a task.
   *
   * @param rewrites whether the program changes the envelope itself
   * @param words who says what, in this order
   * @param status at the end
   * @param holder at the end; {@code null} as it is written
   * @param ana the kinds of which she hears after the request
   * @param ben the same of him
   */
  private record Story(
      boolean rewrites,
      List<String> words,
      String status,
      String holder,
      List<String> ana,
      List<String> ben) {

    static Story appended(
        List<String> words, String status, String holder, List<String> ana, List<String> ben) {
      return new Story(false, words, status, holder, ana, ben);
    }

    static Story rewritten(
        List<String> words, String status, String holder, List<String> ana, List<String> ben) {
      return new Story(true, words, status, holder, ana, ben);
    }
  }

  private static final List<Story> STORIES =
      List.of(
          Story.appended(
              List.of("claude-agent cancel", "ana claimed"),
              "cancelled",
              "null",
              List.of("cancelled"),
              List.of("cancelled")),
          Story.appended(
              List.of("ana claimed", "ben claimed", "ana in_progress", "ana completed"),
              "completed",
              "ana",
              List.of("claimed"),
              List.of("taken")),
          Story.appended(
              List.of("ben claimed", "ben waiting", "ana claimed"),
              "waiting",
              "ben",
              List.of("taken"),
              List.of("claimed")),
          Story.appended(
              List.of("ana claimed", "ana needs_input", "claude-agent reply"),
              "needs_input",
              "ana",
              List.of("claimed", "reply"),
              List.of("taken")),
          Story.rewritten(
              List.of("ana claimed", "ana in_progress"),
              "in_progress",
              "ana",
              List.of("claimed"),
              List.of("taken")),
          Story.rewritten(
              List.of("claude-agent cancelled"),
              "cancelled",
              "null",
              List.of("cancelled"),
              List.of("cancelled")),
          Story.rewritten(
              List.of("ben claimed", "ben held", "ben in_progress", "ben completed"),
              "completed",
              "ben",
              List.of("taken"),
              List.of("claimed")));

  /** The plan's thread management: no lock, no temporary file. */
  private static final class Program {

    private static final List<String> FOLDERS =
        List.of("received", "executing", "finished", "canceled");

    private final Path root;

    Program(Path root) {
      this.root = root;
    }

    void createThread(String ref, List<String> intents) throws IOException {
      String now = Instant.now().toString();
      String requests =
          intents.stream()
              .map(intent -> "  - request:\n      id: %1$s\n      intent: %1$s\n".formatted(intent))
              .collect(Collectors.joining());
      String text =
          """
          ref: %1$s
          requestor: claude-agent
          executor: null
          status: pending
          created: %2$s
          updated: %2$s
          intent: %3$s
          priority: normal
          history:
            - action: created
              at: %2$s
              by: claude-agent
          ---
          from: claude-agent
          received: %2$s
          channel: mcp
          MESS:
          """
                  .formatted(ref, now, intents.getFirst())
              + requests;
      Path file = root.resolve("state=received").resolve(ref + ".messe-af.yaml");
      Path building = Files.createDirectories(root.resolve("building")).resolve(ref);
      Files.writeString(building, text);
      Files.move(building, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The envelope is left alone. */
    void appendMessage(String ref, String from, String word) throws IOException {
      String entry =
          switch (word) {
            case "cancel" -> "cancel: { re: last }";
            case "reply" -> "reply: { re: last, answers: { size: small } }";
            default -> "status: { re: last, code: %s }".formatted(word);
          };
      String document =
          "---\nfrom: %s\nreceived: %s\nchannel: mcp\nMESS:\n  - %s\n"
              .formatted(from, Instant.now(), entry);
      while (!appended(ref, document)) {
        Thread.onSpinWait();
      }
    }

    /** Appends, writes the whole file anew with the status in its envelope, and moves it. */
    void appendAndRewrite(String ref, String from, String word) throws IOException {
      appendMessage(ref, from, word);
      while (!rewritten(ref, from, word)) {
        Thread.onSpinWait();
      }
    }

    private boolean rewritten(String ref, String from, String word) throws IOException {
      for (Path file : places(ref)) {
        try {
          String text = Files.readString(file);
          int end = text.indexOf("\n---\n") + 1;
          String envelope = text.substring(0, end);
          if (first(STATUS, envelope).equals(word)) {
            return true;
          }
          Files.writeString(
              file,
              envelope(envelope, from, word) + text.substring(end),
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
          move(file, word);
          return true;
        } catch (NoSuchFileException elsewhere) {
          // As when a message is appended.
        }
      }
      return false;
    }

    private static String envelope(String before, String from, String word) {
      String now = Instant.now().toString();
      String after =
          before
              .replaceFirst("(?m)^status: .*$", "status: " + word)
              .replaceFirst("(?m)^updated: .*$", "updated: " + now);
      return (word.equals("claimed")
              ? after.replaceFirst("(?m)^executor: .*$", "executor: " + from)
              : after)
          + "  - action: %s\n    at: %s\n    by: %s\n".formatted(word, now, from);
    }

    /** Into the folder of the status: the file, or the folder that it is the first of. */
    private void move(Path file, String status) throws IOException {
      Path thread = file.getFileName().toString().startsWith("000-") ? file.getParent() : file;
      Path target = root.resolve(folder(status)).resolve(thread.getFileName());
      if (!target.equals(thread)) {
        Files.move(thread, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }

    /** A thread that is being moved is looked for again. */
    private boolean appended(String ref, String document) throws IOException {
      for (Path file : places(ref)) {
        try {
          Files.writeString(file, document, StandardOpenOption.APPEND);
          return true;
        } catch (NoSuchFileException elsewhere) {
          // It lies in another folder, or in the other form.
        }
      }
      return false;
    }

    private List<Path> places(String ref) {
      return FOLDERS.stream()
          .map(state -> root.resolve("state=" + state))
          .flatMap(folder ->
              Stream.of(ref + ".messe-af.yaml", ref + "/000-" + ref + ".messe-af.yaml")
                  .map(folder::resolve))
          .toList();
    }
  }

  @Conforms({49, 301, 302})
  @Test
  void whatItWritesCounts() throws Exception {
    works(60);
  }

  @Tag("proof")
  @Conforms({301, 302})
  @Test
  void whatItWritesCountsAThousandTimes() throws Exception {
    works(1000);
  }

  private void works(int operations) throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana"), "ben", sink.url("ben")));
      try (HouseGateway _ = HouseGateway.start(house)) {
        Program program = new Program(house.home());
        Map<String, Story> stories = new LinkedHashMap<>();
        int done = 0;
        for (int number = 0; done < operations; number++) {
          String ref = "f-%04d".formatted(number);
          boolean batch = number % 3 == 0;
          program.createThread(
              ref, batch ? List.of(ref + "-a", ref + "-b", ref + "-c") : List.of(ref + "-a"));
          List<String> tasks = batch ? List.of(ref, ref + "-2", ref + "-3") : List.of(ref);
          done++;
          for (String task : tasks) {
            Story story = STORIES.get(stories.size() % STORIES.size());
            stories.put(task, story);
            done += story.words().size();
          }
        }
        Eventually.within(
            LONG,
            () -> "each of " + stories.size() + " tasks is told to both: " + told(sink).size(),
            () ->
                told(sink).keySet().containsAll(stories.keySet())
                    && told(sink).values().stream().allMatch(kinds -> kinds.size() >= 2));
        say(program, stories);
        awaitEnd(house, stories);
        awaitTold(sink, stories);
        assertEquals(stories.size(), house.documents().size(), "no task is lost, none is doubled");
        stories.forEach((ref, story) -> assertSaid(house.threadText(ref), story));
      }
    }
  }

  private static void say(Program program, Map<String, Story> stories) throws Exception {
    try (ExecutorService programs = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      stories.forEach((ref, story) -> all.add(programs.submit(() -> say(program, ref, story))));
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  private static void say(Program program, String ref, Story story) {
    for (String word : story.words()) {
      String[] said = word.split(" ", -1);
      try {
        if (story.rewrites()) {
          program.appendAndRewrite(ref, said[0], said[1]);
        } else {
          program.appendMessage(ref, said[0], said[1]);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Map<String, List<String>> told(Sink sink) {
    return sink.accepted().stream()
        .collect(
            Collectors.groupingBy(
                Arrival::ref,
                TreeMap::new,
                Collectors.mapping(
                    arrival -> arrival.told().executor() + " " + arrival.kind(),
                    Collectors.toList())));
  }

  private static void awaitEnd(House house, Map<String, Story> stories) {
    stories.forEach((ref, story) ->
        Eventually.within(
            SOON,
            () -> ref + " " + story + " but it is " + stands(house, ref),
            () ->
                stands(house, ref)
                    .equals(
                        story.status() + " " + story.holder() + " in " + folder(story.status()))));
  }

  private static String folder(String status) {
    return switch (status) {
      case "cancelled" -> "state=canceled";
      case "completed" -> "state=finished";
      default -> "state=executing";
    };
  }

  /** Status and holder as the envelope says, and the folder. */
  private static String stands(House house, String ref) {
    String text = house.threadText(ref);
    String folder =
        house.documents().stream()
            .map(Path::toString)
            .filter(path ->
                path.endsWith("/" + ref + ".messe-af.yaml") || path.contains("000-" + ref + "."))
            .flatMap(path -> Stream.of(path.split("/")).filter(part -> part.startsWith("state=")))
            .collect(Collectors.joining(" and "));
    return first(STATUS, text) + " " + first(EXECUTOR, text) + " in " + folder;
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? found.group(1) : "?";
  }

  private static void awaitTold(Sink sink, Map<String, Story> stories) {
    stories.forEach((ref, story) -> {
      List<String> expected =
          Stream.of(
                  Stream.of("ana request", "ben request"),
                  story.ana().stream().map(kind -> "ana " + kind),
                  story.ben().stream().map(kind -> "ben " + kind))
              .flatMap(kinds -> kinds)
              .sorted()
              .toList();
      Eventually.within(
          SOON,
          () -> ref + " " + story + ": " + told(sink).get(ref),
          () ->
              told(sink).getOrDefault(ref, List.of()).stream().sorted().toList().equals(expected));
    });
  }

  /** Every word stands in the thread, once. */
  private static void assertSaid(String text, Story story) {
    for (String word : story.words()) {
      String[] said = word.split(" ", -1);
      String entry = "from: %s\n".formatted(said[0]);
      String what =
          said[1].equals("cancel") || said[1].equals("reply")
              ? said[1] + ":"
              : "code: " + said[1] + " }";
      long times =
          Stream.of(text.split("(?m)^---$"))
              .filter(document -> document.contains(entry) && document.contains(what))
              .count();
      assertEquals(1, times, () -> word + " in\n" + text);
    }
  }
}
