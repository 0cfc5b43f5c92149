package org.messgateway.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.routing.Executor;

/**
 * Reads the reference exchange's {@code executors/*.yaml}. A file with a mistake is left out with a
 * warning; variables are not replaced in it, and its addresses reach public places only: others
 * than the operator may write it.
 */
final class ExecutorFiles {

  /** No such file is larger. */
  private static final long MOST = 1 << 20;

  private final Path folder;
  private final Problems problems;
  private final KnownChannels known;
  private final ChannelUses uses;
  private final ZoneId zone;

  ExecutorFiles(Path home, Problems problems, KnownChannels known, ChannelUses uses, ZoneId zone) {
    this.folder = home.resolve("executors");
    this.problems = problems;
    this.known = known;
    this.uses = uses;
    this.zone = zone;
  }

  /** Those that can be used and are not configured already, by id. */
  Map<String, Executor> read(Map<String, Executor> configured) {
    Map<String, Executor> read = new LinkedHashMap<>();
    for (Path file : files()) {
      String name = "executors/" + file.getFileName();
      Problems own = new Problems();
      read(file, name, own).ifPresent(executor -> add(executor, name, configured, read));
      problems.warnOfAll(own);
    }
    return read;
  }

  private void add(
      Executor executor,
      String file,
      Map<String, Executor> configured,
      Map<String, Executor> read) {
    if (configured.containsKey(executor.id())) {
      left(file, executor.id() + " stands in config.yaml too, which is taken");
    } else if (read.putIfAbsent(executor.id(), executor) != null) {
      left(file, executor.id() + " stands in another file too, which is taken");
    }
  }

  private void left(String file, String why) {
    problems.warn("", Position.startOf(file), why, "take this file away");
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(ExecutorFiles::meant).sorted().toList();
    } catch (IOException e) {
      problems.warn("", Position.startOf("executors"), "this folder cannot be listed: " + e, "");
      return List.of();
    }
  }

  private static boolean meant(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith("_")
        && !name.startsWith(".")
        && (name.endsWith(".yaml") || name.endsWith(".yml"))
        && Files.isRegularFile(file);
  }

  private Optional<Executor> read(Path file, String name, Problems own) {
    Reading reading = new Reading(own, Variables.none(own), Address.Origin.ELSEWHERE);
    ChannelUses unused = new ChannelUses();
    Optional<Executor> executor =
        text(file, name, own)
            .flatMap(text -> ConfigTree.parse(name, text, own))
            .flatMap(node -> new Value("", node, reading).section())
            .flatMap(section -> new ExecutorFileReader(section, known, unused, zone).read());
    if (own.count() > 0) {
      problems.warn("", Position.startOf(name), "nobody is told by this file", "mend what is told");
      return Optional.empty();
    }
    unused
        .channels()
        .forEach(channel ->
            unused.of(channel).ifPresent(use -> uses.add(channel, use.executor(), use.written())));
    return executor;
  }

  private static Optional<String> text(Path file, String name, Problems own) {
    try {
      if (Files.size(file) > MOST) {
        own.error("", Position.startOf(name), "this file is larger than 1 MiB", "");
        return Optional.empty();
      }
      return Optional.of(Files.readString(file));
    } catch (CharacterCodingException e) {
      own.error("", Position.startOf(name), "this file is not UTF-8", "save it as UTF-8");
    } catch (IOException e) {
      own.error("", Position.startOf(name), "this file cannot be read: " + e, "");
    }
    return Optional.empty();
  }
}
