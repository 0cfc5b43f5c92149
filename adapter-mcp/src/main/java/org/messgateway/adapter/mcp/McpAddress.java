package org.messgateway.adapter.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.messgateway.adapter.okhttp.AddressGuard;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.adapter.okhttp.CustomHeaders;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.adapter.okhttp.UrlRules;
import org.messgateway.api.Address;
import org.messgateway.api.Settings;

/**
 * The parsed address of one executor.
 *
 * @param tool takes tasks; empty for the only tool that the server has
 * @param statusTool is asked about tasks that take long; empty for none
 * @param cancelTool hears that a task is over; empty for none
 * @param arguments patterns of the arguments by name; empty for those that the tool declares
 * @param longest how long a call may take; zero for as long as an attempt
 * @param pollEvery the pause between two questions about a task
 */
record McpAddress(
    Server server,
    String tool,
    String statusTool,
    String cancelTool,
    Map<String, String> arguments,
    Duration longest,
    Duration pollEvery) {

  private static final String COMMAND_SCHEME = "stdio:";
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final Duration LONGEST_CALL = Duration.ofHours(24);
  private static final Duration USUAL_PAUSE = Duration.ofSeconds(15);
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern CONTROL =
      Pattern.compile(".*[\\p{Cntrl}&&[^\\t\\n\\r]].*", Pattern.DOTALL);

  /** The server behind an address. Equal servers share a session. */
  sealed interface Server {

    /**
     * A server that is reached over HTTP.
     *
     * @param headers further ones, the token among them
     */
    record Remote(HttpUrl url, Map<String, String> headers, AddressTrust trust) implements Server {

      /** Without the path and the headers, which may hold secrets. */
      @Override
      public String toString() {
        return "Remote[" + url.host() + "]";
      }
    }

    /**
     * A program of this machine that is started.
     *
     * @param environment added to what every child has; may hold secrets
     */
    record Local(List<String> command, Map<String, String> environment) implements Server {

      /** Without arguments and environment, which may hold secrets. */
      @Override
      public String toString() {
        return "Local[" + name() + "]";
      }

      /** The program without its folder. */
      String name() {
        String program = command.getFirst();
        return program.substring(program.lastIndexOf('/') + 1);
      }
    }
  }

  /**
   * The parsed address.
   *
   * @throws IllegalArgumentException when {@link #problem} finds a problem
   */
  static McpAddress of(Address address, HostAllowList allow) {
    Settings settings = address.settings();
    return new McpAddress(
        server(address, allow),
        settings.text(McpProvider.TOOL).orElse(""),
        settings.text(McpProvider.STATUS_TOOL).orElse(""),
        settings.text(McpProvider.CANCEL_TOOL).orElse(""),
        settings.map(McpProvider.ARGUMENTS),
        settings.duration(McpProvider.WAIT).orElse(Duration.ZERO),
        settings.duration(McpProvider.POLL_EVERY).orElse(USUAL_PAUSE));
  }

  private static Server server(Address address, HostAllowList allow) {
    Settings settings = address.settings();
    if (address.value().startsWith(COMMAND_SCHEME)) {
      return new Server.Local(
          settings.texts(McpProvider.COMMAND), settings.map(McpProvider.ENVIRONMENT));
    }
    HttpUrl url = HttpUrl.parse(address.value());
    if (url == null) {
      throw new IllegalArgumentException("not a URL");
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(settings.map(McpProvider.HEADERS));
    settings
        .secret(McpProvider.TOKEN)
        .ifPresent(token -> headers.put("Authorization", "Bearer " + token.reveal()));
    return new Server.Remote(url, headers, AddressGuard.trust(url.host(), address.origin(), allow));
  }

  /** The address of a command: its program, and a digest that tells other arguments apart. */
  static Optional<String> ofCommand(Settings settings) {
    List<String> command = settings.texts(McpProvider.COMMAND);
    if (command.isEmpty()) {
      return Optional.empty();
    }
    String name = new Server.Local(command, Map.of()).name();
    String tool = settings.text(McpProvider.TOOL).orElse("");
    return Optional.of(
        COMMAND_SCHEME + name.replaceAll("[^A-Za-z0-9._-]", "_") + "/" + digest(command, tool));
  }

  private static String digest(List<String> command, String tool) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      command.forEach(part -> {
        sha.update(part.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0);
      });
      sha.update(tool.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha.digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Checks an address.
   *
   * @return the problem, without secrets; empty when the address is usable
   */
  static Optional<String> problem(Address address) {
    Settings settings = address.settings();
    boolean command = settings.has(McpProvider.COMMAND);
    return command || address.value().startsWith(COMMAND_SCHEME)
        ? commandProblem(address, settings).or(() -> commonProblem(settings))
        : remoteProblem(address, settings).or(() -> commonProblem(settings));
  }

  private static Optional<String> commandProblem(Address address, Settings settings) {
    if (address.origin() != Address.Origin.CONFIGURATION) {
      return Optional.of(
          "a command is started only where the operator wrote it into config.yaml; others name a"
              + " server by url");
    }
    if (!ofCommand(settings).equals(Optional.of(address.value()))) {
      return Optional.of("write either url or command: [program, argument, …]");
    }
    if (settings.has(McpProvider.HEADERS) || settings.has(McpProvider.TOKEN)) {
      return Optional.of("headers and token are for url; a command gets secrets by env");
    }
    if (settings.texts(McpProvider.COMMAND).stream().anyMatch(part -> part.indexOf('\0') >= 0)
        || settings.texts(McpProvider.COMMAND).getFirst().isBlank()) {
      return Optional.of("command begins with the program to start");
    }
    return settings.map(McpProvider.ENVIRONMENT).entrySet().stream()
        .filter(each ->
            !VARIABLE.matcher(each.getKey()).matches() || each.getValue().indexOf('\0') >= 0)
        .map(_ -> "env: the name of a variable may hold letters, digits and _ only")
        .findFirst();
  }

  private static Optional<String> remoteProblem(Address address, Settings settings) {
    Map<String, String> headers = settings.map(McpProvider.HEADERS);
    boolean twice =
        settings.has(McpProvider.TOKEN)
            && headers.keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
    return UrlRules.problem(address.value())
        .or(() -> CustomHeaders.problem(headers))
        .or(() ->
            twice
                ? Optional.of("token and headers: {Authorization: …} are the same: write one")
                : Optional.empty())
        .or(() -> settings.secret(McpProvider.TOKEN).flatMap(token -> tokenProblem(token.reveal())))
        .or(() ->
            settings.has(McpProvider.ENVIRONMENT)
                ? Optional.of("env is for command")
                : Optional.empty());
  }

  private static Optional<String> tokenProblem(String token) {
    return CustomHeaders.problem(Map.of("Authorization", token))
        .map(_ -> "token may hold printable ASCII in one line only");
  }

  private static Optional<String> commonProblem(Settings settings) {
    return settings
        .duration(McpProvider.POLL_EVERY)
        .filter(pause -> pause.compareTo(SHORTEST_PAUSE) < 0 || pause.compareTo(LONGEST_PAUSE) > 0)
        .map(_ -> "poll_every is from 1s to 1h")
        .or(() ->
            settings
                .duration(McpProvider.WAIT)
                .filter(wait -> wait.isZero() || wait.compareTo(LONGEST_CALL) > 0)
                .map(_ -> "wait is from 1s to 24h"))
        .or(() -> ToolArguments.problem(settings.map(McpProvider.ARGUMENTS)))
        .or(() ->
            List.of(McpProvider.TOOL, McpProvider.STATUS_TOOL, McpProvider.CANCEL_TOOL).stream()
                .filter(name ->
                    settings
                        .text(name)
                        .filter(tool -> tool.isBlank() || CONTROL.matcher(tool).matches())
                        .isPresent())
                .map(name -> name + " is the name of a tool of the server")
                .findFirst());
  }
}
