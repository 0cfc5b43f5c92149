package org.messgateway.gateway.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;

/** The list of commands in the help: in groups, by who needs them, each with a whole sentence. */
final class CommandGroups {

  /** Where what a command does begins. */
  private static final int INDENT = 16;

  private static final SequencedMap<String, List<String>> GROUPS = groups();

  private CommandGroups() {}

  private static SequencedMap<String, List<String>> groups() {
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("Start", List.of("demo", "init", "run", "check", "ping"));
    groups.put("People", List.of("people", "link", "pause", "resume", "executors"));
    groups.put(
        "Tasks",
        List.of(
            "request", "show", "wait", "watch", "reply", "cancel", "claim", "done", "say",
            "threads", "query"));
    groups.put("Robots and agents", List.of("listen", "sample", "secret", "mcp", "skill"));
    groups.put(
        "Operate",
        List.of(
            "deliveries",
            "explain",
            "replay",
            "token",
            "tokens",
            "revoke",
            "rotate-links",
            "queue",
            "adapters",
            "texts",
            "completion"));
    return groups;
  }

  /** The names of commands that are in no group, for a test. */
  static Set<String> ungrouped(Set<String> names) {
    Set<String> left = new TreeSet<>(names);
    GROUPS.values().forEach(left::removeAll);
    left.remove("help");
    return left;
  }

  /** The section of the help. */
  static String list(CommandLine.Help help) {
    Map<String, CommandLine.Help> all = help.subcommands();
    int width = help.commandSpec().usageMessage().width();
    StringBuilder list = new StringBuilder();
    GROUPS.forEach((title, names) -> {
      List<String> here = names.stream().filter(all::containsKey).toList();
      if (!here.isEmpty()) {
        list.append("%n%s:%n".formatted(title));
        here.forEach(
            name -> entry(list, name, sentence(Objects.requireNonNull(all.get(name))), width));
      }
    });
    return list + "%nEach explains itself: mess-gateway COMMAND --help%n".formatted();
  }

  private static String sentence(CommandLine.Help command) {
    String all = String.join(" ", command.commandSpec().usageMessage().description());
    int end = all.indexOf(". ");
    return end < 0 ? all : all.substring(0, end + 1);
  }

  /** Broken between words. */
  private static void entry(StringBuilder list, String name, String sentence, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width - INDENT) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    list.append("  %-13s %s%n".formatted(name, lines.getFirst()));
    lines.stream()
        .skip(1)
        .forEach(each -> list.append(" ".repeat(INDENT)).append(each).append("%n".formatted()));
  }
}
