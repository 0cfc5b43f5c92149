package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Something else that does the job: a command that is given a folder and a URL, says {@code
 * Watching} and then posts every file that is renamed into the folder, with its ref in the header
 * {@code mess-ref}.
 */
record Peer(String name, List<String> command) {

  Peer {
    command = List.copyOf(command);
  }

  /** Apache Camel, whose libraries {@code benchmarks/run --camel} has fetched. */
  static Peer camel(Path folder) {
    return new Peer(
        "Camel",
        List.of(
            ChildProcess.java().toString(),
            "-Xmx512m",
            "-XX:+UseCompactObjectHeaders",
            "-cp",
            folder.resolve("target/lib") + "/*",
            folder.resolve("CamelPeer.java").toString()));
  }

  /** As it is typed: {@code NAME=COMMAND}, words apart by spaces. */
  static Peer typed(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(text + " is no peer: write NAME=COMMAND");
    }
    return new Peer(text.substring(0, equals), List.of(text.substring(equals + 1).split(" +", -1)));
  }

  List<String> command(Path folder, String url) {
    List<String> whole = new ArrayList<>(command);
    whole.add(folder.toString());
    whole.add(url);
    return whole;
  }
}
