package org.messgateway.adapter.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program with an MCP server on its standard input and output, good or bad as it is told. It
 * reads no JSON: a library for it would take most of the time of a start.
 */
final class ChildServer {

  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  private ChildServer() {}

  /** The command that starts it. */
  static List<String> command(String... behaviour) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ChildServer.class.getName()));
    command.addAll(Arrays.asList(behaviour));
    return command;
  }

  public static void main(String[] behaviour) throws Exception {
    List<String> how = List.of(behaviour);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.err.println("the secret is " + System.getenv("SECRET_OF_CHILD"));
    if (how.contains("chatter")) {
      out.println("Welcome to the server!");
      out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
      out.println("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
      out.println("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    }
    if (how.contains("deaf")) {
      new CountDownLatch(1).await();
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (first(METHOD, line)) {
        case "initialize" -> result(out, line, FakeMcp.INITIALIZED);
        case "tools/list" -> result(out, line, FakeMcp.tools("do_task", "intent"));
        case "tools/call" -> called(how, out, line);
        default -> System.err.println("heard " + line);
      }
    }
    if (how.contains("stubborn")) {
      new CountDownLatch(1).await();
    }
  }

  private static String first(Pattern pattern, String line) {
    Matcher found = pattern.matcher(line);
    return found.find() ? found.group(1) : "";
  }

  private static void called(List<String> how, PrintStream out, String request)
      throws IOException, InterruptedException {
    if (how.contains("dies")) {
      System.exit(3);
    }
    if (how.contains("hangs")) {
      return;
    }
    if (how.contains("huge")) {
      for (int i = 0; i < 4_096; i++) {
        out.print("x".repeat(1_024));
      }
      out.println();
      return;
    }
    Map<String, String> environment = System.getenv();
    String told =
        how.contains("environment")
            ? String.join(" ", environment.keySet().stream().sorted().toList())
            : ProcessHandle.current().pid() + "";
    result(out, request, "{\"content\":[{\"type\":\"text\",\"text\":\"" + told + "\"}]}");
  }

  private static void result(PrintStream out, String request, String result) {
    out.println(
        "{\"jsonrpc\":\"2.0\",\"id\":" + first(ID, request) + ",\"result\":" + result + "}");
  }
}
