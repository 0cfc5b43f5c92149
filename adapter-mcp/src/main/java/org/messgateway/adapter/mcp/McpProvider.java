package org.messgateway.adapter.mcp;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import okhttp3.Dns;
import org.messgateway.adapter.okhttp.HostAllowList;
import org.messgateway.api.Adapter;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.AdapterProvider;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.SettingDescription;
import org.messgateway.api.SettingDescription.SettingKind;
import org.messgateway.api.SettingProblem;
import org.messgateway.api.Settings;

/** Makes adapters of type {@code mcp} for programs with an MCP server. */
public final class McpProvider implements AdapterProvider {

  static final String ALLOW = "allow";
  static final String COMMAND = "command";
  static final String ENVIRONMENT = "env";
  static final String TOOL = "tool";
  static final String STATUS_TOOL = "status_tool";
  static final String CANCEL_TOOL = "cancel_tool";
  static final String ARGUMENTS = "arguments";
  static final String POLL_EVERY = "poll_every";
  static final String WAIT = "wait";
  static final String TOKEN = "token";
  static final String HEADERS = "headers";

  private static final AdapterDescription DESCRIPTION =
      new AdapterDescription(
          "mcp",
          "Tool calls to programs with an MCP server: the task is the call, the result the"
              + " response",
          Audience.MACHINES,
          List.of(
              SettingDescription.optional(
                  ALLOW,
                  SettingKind.TEXTS,
                  "addresses, ranges (10.0.0.0/24) or hosts that may be reached though the address"
                      + " guard would not let it")),
          "http://localhost:3000/mcp",
          "url",
          List.of(
              SettingDescription.optional(
                  COMMAND,
                  SettingKind.TEXTS,
                  "instead of url, in config.yaml only: the program to start, and its arguments"),
              SettingDescription.optional(
                  ENVIRONMENT, SettingKind.MAP, "variables of the environment of that program"),
              SettingDescription.optional(
                  TOOL,
                  SettingKind.TEXT,
                  "the tool that takes tasks; may be left out where the server has one tool"),
              SettingDescription.optional(
                  ARGUMENTS,
                  SettingKind.MAP,
                  "arguments by name, with {intent}, {context}, {task} and others replaced; without"
                      + " them the tool gets those of these that it declares"),
              SettingDescription.optional(
                  WAIT,
                  SettingKind.DURATION,
                  "how long a call may take, for tools that answer when the work is done: 30m"),
              SettingDescription.optional(
                  STATUS_TOOL,
                  SettingKind.TEXT,
                  "the tool that is asked about tasks for which the other returned a handle"),
              SettingDescription.optional(
                  CANCEL_TOOL,
                  SettingKind.TEXT,
                  "the tool that hears that such a task is cancelled or too late"),
              SettingDescription.withDefault(
                  POLL_EVERY, SettingKind.DURATION, "15s", "the pause between two questions"),
              SettingDescription.optional(
                  TOKEN, SettingKind.SECRET, "sent as Authorization: Bearer, for url"),
              SettingDescription.optional(HEADERS, SettingKind.MAP, "further headers, for url")),
          new ChannelLimits(4, null, null));

  /** One for all adapters, since each change of settings makes another one. */
  private final String process = UUID.randomUUID().toString();

  /** For the service loader. */
  public McpProvider() {}

  @Override
  public AdapterDescription describe() {
    return DESCRIPTION;
  }

  @Override
  public List<SettingProblem> check(Settings settings) {
    return settings.texts(ALLOW).stream()
        .flatMap(entry -> HostAllowList.problem(entry).stream())
        .map(sentence -> new SettingProblem(ALLOW, sentence))
        .toList();
  }

  @Override
  public Optional<String> addressOf(Settings beside) {
    return McpAddress.ofCommand(beside);
  }

  @Override
  public Optional<String> checkAddress(Address address) {
    return McpAddress.problem(address);
  }

  @Override
  public Adapter create(Settings settings, AdapterServices services) {
    return new McpAdapter(settings, services, Dns.SYSTEM, process);
  }
}
