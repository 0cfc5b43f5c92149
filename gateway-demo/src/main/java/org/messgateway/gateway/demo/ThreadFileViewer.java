package org.messgateway.gateway.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Shows the files of threads on the disk, which are the truth. Reads them again and again, without
 * asking the gateway.
 */
final class ThreadFileViewer {

  private static final String DOCUMENT = ".messe-af.yaml";
  private static final int MOST_THREADS = 200;
  private static final int LONGEST = 60_000;
  private static final int LONGEST_LINE = 400;

  /** Of the content of a picture, which says nothing to people. */
  private static final Pattern DATA = Pattern.compile("(;base64,[A-Za-z0-9+/]{12})[A-Za-z0-9+/=]+");

  private static final Pattern HISTORY =
      Pattern.compile("(?m)^ *- action: *(\\S+)\\s+at: *\"?([0-9TZ:.+-]+)\"?\\s+by: *(\\S+)");

  /** Of the history: what rows and messages say better. */
  private static final Set<String> TOLD_OTHERWISE = Set.of("created", "dispatched", "pending");

  private static final Pattern STATUS = Pattern.compile("(?m)^\\s*status: *\"?([a-z_]+)");
  private static final Pattern EXECUTOR =
      Pattern.compile("(?m)^\\s*executor: *\"?([a-z][a-z0-9_-]*)");

  private final Path root;
  private final DemoScreens screens;
  private final Map<String, String> seen = new HashMap<>();

  /** One thread's file. */
  record Seen(String ref, String place, String text, List<String> attachments) {

    /** Status of the envelope; empty while the file is being written. */
    String status() {
      return first(STATUS);
    }

    String holder() {
      String holder = first(EXECUTOR);
      return holder.equals("null") ? "" : holder;
    }

    /** What the envelope tells of people and agents, with its times. */
    List<Timeline.Event> history() {
      return HISTORY
          .matcher(envelope())
          .results()
          .filter(entry -> !TOLD_OTHERWISE.contains(entry.group(1)))
          .map(entry ->
              new Timeline.Event(
                  Instant.parse(entry.group(2)), entry.group(1), entry.group(3), "", ""))
          .toList();
    }

    private String envelope() {
      int end = text.indexOf("\n---");
      return end < 0 ? text : text.substring(0, end);
    }

    private String first(Pattern pattern) {
      Matcher matcher = pattern.matcher(envelope());
      return matcher.find() ? matcher.group(1) : "";
    }
  }

  ThreadFileViewer(Path root, DemoScreens screens) {
    this.root = root;
    this.screens = screens;
  }

  /** Reads all files once and shows changed ones. Used by one thread. */
  List<Seen> look() throws IOException {
    List<Seen> threads = new ArrayList<>();
    for (Path state : children(root)) {
      if (state.getFileName().toString().startsWith("state=")) {
        for (Path entry : children(state)) {
          thread(state, entry, threads);
        }
      }
    }
    threads.removeIf(thread -> thread.text().contains("requestor: " + DemoAgent.WARM_UP));
    threads.forEach(this::show);
    return threads;
  }

  private void thread(Path state, Path entry, List<Seen> threads) {
    String name = entry.getFileName().toString();
    if (name.startsWith(".") || threads.size() >= MOST_THREADS) {
      return;
    }
    try {
      if (Files.isDirectory(entry)) {
        List<Path> files = children(entry);
        threads.add(seen(name, state, documents(files), attachments(files)));
      } else if (name.endsWith(DOCUMENT)) {
        String ref = name.substring(0, name.length() - DOCUMENT.length());
        threads.add(seen(ref, state, List.of(entry), List.of()));
      }
    } catch (IOException moved) {
      // The file was moved; the next turn finds it.
    }
  }

  private static Seen seen(String ref, Path state, List<Path> documents, List<String> attachments)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (Path document : documents) {
      for (String line : Files.readString(document, UTF_8).lines().toList()) {
        text.append(shortened(line)).append('\n');
      }
    }
    String whole = text.length() > LONGEST ? text.substring(0, LONGEST) + "\n…" : text.toString();
    return new Seen(ref, state.getFileName().toString(), whole, attachments);
  }

  /** A long line as people want to see it; the content of pictures is left out. */
  static String shortened(String whole) {
    String line = DATA.matcher(whole).replaceAll("$1…");
    return line.length() <= LONGEST_LINE
        ? line
        : line.substring(0, LONGEST_LINE) + "… (" + line.length() + " characters)";
  }

  private static List<Path> documents(List<Path> files) {
    return files.stream().filter(file -> file.toString().endsWith(DOCUMENT)).toList();
  }

  private static List<String> attachments(List<Path> files) {
    return files.stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> !name.endsWith(DOCUMENT) && !name.startsWith("."))
        .toList();
  }

  private void show(Seen thread) {
    String now = thread.place() + thread.text() + thread.attachments();
    if (!now.equals(seen.put(thread.ref(), now))) {
      ObjectNode shown = JsonNodeFactory.instance.objectNode();
      shown.put("text", thread.text()).put("place", thread.place());
      shown.put("status", thread.status()).put("holder", thread.holder());
      thread.attachments().forEach(shown.putArray("files")::add);
      screens.show("thread", thread.ref(), shown);
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException gone) {
      return List.of();
    }
  }
}
