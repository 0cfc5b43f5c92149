package org.messgateway.gateway.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** All commands by their names, in the order in which help shows them. */
final class Commands {

  private final Map<String, Supplier<Object>> all = new LinkedHashMap<>();

  Commands() {
    all.put("demo", DemoCommand::new);
    all.put("init", InitCommand::new);
    all.put("replay", ReplayCommand::new);
    all.put("run", RunCommand::new);
    all.put("sample", SampleCommand::new);
    all.put("secret", SecretCommand::new);
    all.put("check", CheckCommand::new);
    all.put("ping", PingCommand::new);
    all.put("request", RequestCommand::new);
    all.put("threads", ThreadsCommand::new);
    all.put("deliveries", DeliveriesCommand::new);
    all.put("explain", ExplainCommand::new);
    all.put("adapters", AdaptersCommand::new);
    all.put("token", TokenCommand::new);
    all.put("tokens", TokensCommand::new);
    all.put("revoke", RevokeCommand::new);
    all.put("rotate-links", RotateLinksCommand::new);
    all.put("link", LinkCommand::new);
    all.put("listen", ListenCommand::new);
    all.put("people", PeopleCommand::new);
    all.put("queue", QueueCommand::new);
    all.put("pause", PauseCommand::new);
    all.put("resume", ResumeCommand::new);
  }

  /** What reads a line: it knows the command that stands first, all of them where none does. */
  CommandLine line(String... arguments) {
    CommandLine line = new CommandLine(new MessGateway());
    Supplier<Object> asked = arguments.length == 0 ? null : all.get(arguments[0]);
    if (asked != null) {
      line.addSubcommand(asked.get());
    } else {
      all.values().forEach(each -> line.addSubcommand(each.get()));
      // No Supplier: Java cannot keep one of a class as old as this, and fails (25.0.3).
      line.addSubcommand(new HelpCommand());
    }
    return line.setExecutionExceptionHandler(new FailureHandler())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }
}
