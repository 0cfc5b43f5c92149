package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A PostgreSQL of the run's own, and who else queues in it. */
final class PostgresProcess implements AutoCloseable {

  private static final Pattern URL = Pattern.compile("Listening on (\\S+)");
  private static final Duration START = Duration.ofMinutes(2);

  private final Path folder;
  private final ChildProcess child;
  private final String url;
  private int schemas;

  /**
   * @param folder of the sources, whose libraries {@link #isThere}
   */
  PostgresProcess(BenchmarkEnvironment environment, Path folder)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.child = start(environment, "PostgresPeer", List.of());
    this.url = child.await(URL, START);
  }

  /** Whether its libraries were fetched. */
  static boolean isThere(Path folder) {
    return Files.isDirectory(folder.resolve("target/lib"));
  }

  /** URL of an empty schema. */
  String freshUrl() throws IOException {
    schemas++;
    String schema = "run_" + schemas;
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
    } catch (SQLException e) {
      throw new IOException("There is no schema to be had: " + e.getMessage(), e);
    }
    return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema;
  }

  /** A program beside the server's, in a JVM of its own. */
  ChildProcess start(BenchmarkEnvironment environment, String program, List<String> args)
      throws IOException {
    return ChildProcess.start(
        environment.folder(program).resolve("log"), Map.of(), command(program, args));
  }

  private List<String> command(String program, List<String> args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ChildProcess.java().toString(),
                "-Xmx512m",
                "-XX:+UseCompactObjectHeaders",
                "-cp",
                folder.resolve("target/lib") + "/*",
                folder.resolve(program + ".java").toString()));
    command.addAll(args);
    return command;
  }

  @Override
  public void close() {
    child.close();
  }
}
