package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
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

  /** CPU time of the server's processes so far, of those that ended, too. */
  Duration cpu() throws IOException {
    ProcessHandle server = postmaster();
    String stat = Files.readString(Path.of("/proc/" + server.pid(), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    // utime, stime, and those of children that ended; in hundredths of a second on Linux.
    long ticks = 0;
    for (int field = 11; field <= 14; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    return server
        .children()
        .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ofMillis(ticks * 10), Duration::plus);
  }

  /** Who serves a connection is its child; it has left the process that started it. */
  private ProcessHandle postmaster() throws IOException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return ProcessHandle.of(row.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow();
    } catch (SQLException | NoSuchElementException e) {
      throw new IOException("The server's processes are not to be seen: " + e.getMessage(), e);
    }
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
