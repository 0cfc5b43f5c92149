package org.messgateway.gateway.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.cli.command.FailureReport;
import org.messgateway.gateway.cli.command.Terminal;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.messgateway.gateway.cli.mcp.McpCommand;
import org.messgateway.gateway.cli.mcp.SkillCommand;
import org.messgateway.gateway.cli.operate.CompletionCommand;
import org.messgateway.gateway.cli.operate.DeliveriesCommand;
import org.messgateway.gateway.cli.operate.DemoCommand;
import org.messgateway.gateway.cli.operate.ExplainCommand;
import org.messgateway.gateway.cli.operate.QueueCommand;
import org.messgateway.gateway.cli.operate.ReplayCommand;
import org.messgateway.gateway.cli.operate.RevokeCommand;
import org.messgateway.gateway.cli.operate.RotateLinksCommand;
import org.messgateway.gateway.cli.operate.RunCommand;
import org.messgateway.gateway.cli.operate.TokenCommand;
import org.messgateway.gateway.cli.operate.TokensCommand;
import org.messgateway.gateway.cli.robot.ListenCommand;
import org.messgateway.gateway.cli.robot.SampleCommand;
import org.messgateway.gateway.cli.robot.SecretCommand;
import org.messgateway.gateway.cli.setup.AdaptersCommand;
import org.messgateway.gateway.cli.setup.CheckCommand;
import org.messgateway.gateway.cli.setup.ExecutorsCommand;
import org.messgateway.gateway.cli.setup.LinkCommand;
import org.messgateway.gateway.cli.setup.PauseCommand;
import org.messgateway.gateway.cli.setup.PeopleCommand;
import org.messgateway.gateway.cli.setup.PingCommand;
import org.messgateway.gateway.cli.setup.ResumeCommand;
import org.messgateway.gateway.cli.setup.TextsCommand;
import org.messgateway.gateway.cli.setup.init.InitCommand;
import org.messgateway.gateway.cli.task.CancelCommand;
import org.messgateway.gateway.cli.task.ClaimCommand;
import org.messgateway.gateway.cli.task.DoneCommand;
import org.messgateway.gateway.cli.task.QueryCommand;
import org.messgateway.gateway.cli.task.ReplyCommand;
import org.messgateway.gateway.cli.task.RequestCommand;
import org.messgateway.gateway.cli.task.SayCommand;
import org.messgateway.gateway.cli.task.ShowCommand;
import org.messgateway.gateway.cli.task.ThreadsCommand;
import org.messgateway.gateway.cli.task.WaitCommand;
import org.messgateway.gateway.cli.task.WatchCommand;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands by their names, in the order in which help shows them. */
final class Commands {

  /** Columns of the help: narrower ones tear sentences, wider ones are hard to read. */
  private static final int NARROW = 60;

  private static final int USUAL = 80;
  private static final int WIDE = 100;

  private final Map<String, Supplier<Object>> all = new LinkedHashMap<>();

  Commands() {
    all.put("demo", DemoCommand::new);
    all.put("init", () -> new InitCommand(words -> execute(words.toArray(String[]::new))));
    all.put("replay", ReplayCommand::new);
    all.put("run", RunCommand::new);
    all.put("sample", SampleCommand::new);
    all.put("secret", SecretCommand::new);
    all.put("skill", SkillCommand::new);
    all.put("check", CheckCommand::new);
    all.put("ping", PingCommand::new);
    all.put("texts", TextsCommand::new);
    all.put("request", RequestCommand::new);
    all.put("show", ShowCommand::new);
    all.put("wait", WaitCommand::new);
    all.put("watch", WatchCommand::new);
    all.put("reply", ReplyCommand::new);
    all.put("cancel", CancelCommand::new);
    all.put("say", SayCommand::new);
    all.put("claim", ClaimCommand::new);
    all.put("done", DoneCommand::new);
    all.put("threads", ThreadsCommand::new);
    all.put("query", QueryCommand::new);
    all.put("deliveries", DeliveriesCommand::new);
    all.put("explain", ExplainCommand::new);
    all.put("executors", ExecutorsCommand::new);
    all.put("adapters", AdaptersCommand::new);
    all.put("token", TokenCommand::new);
    all.put("tokens", TokensCommand::new);
    all.put("revoke", RevokeCommand::new);
    all.put("rotate-links", RotateLinksCommand::new);
    all.put("link", LinkCommand::new);
    all.put("listen", ListenCommand::new);
    all.put("mcp", McpCommand::new);
    all.put("people", PeopleCommand::new);
    all.put("queue", QueueCommand::new);
    all.put("pause", PauseCommand::new);
    all.put("resume", ResumeCommand::new);
    all.put("completion", () -> new CompletionCommand(this::line));
  }

  /**
   * The parser of a command line: with the line's first command, or with all where there is none.
   */
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
    line.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandGroups::list);
    line.getHelpSectionMap().remove(SECTION_KEY_COMMAND_LIST_HEADING);
    // Without colours of its own: none passes what it writes to, where others' words may stand.
    return line.setOut(TerminalWriter.out())
        .setErr(TerminalWriter.err())
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setUsageHelpWidth(Math.clamp(Terminal.here().columns().orElse(USUAL), NARROW, WIDE))
        .setParameterExceptionHandler(Commands::mistake)
        .setExecutionExceptionHandler(new FailureHandler())
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Runs a command line; returns its exit status. */
  int execute(String... arguments) {
    return line(arguments).execute(arguments);
  }

  /** A line that cannot be understood: what was typed may be others' words, too. */
  private static int mistake(ParameterException mistake, String... arguments) {
    CommandLine line = mistake.getCommandLine();
    new CommandOutput(TerminalWriter.err()).line(String.valueOf(mistake.getMessage()));
    if (!UnmatchedArgumentException.printSuggestions(mistake, line.getErr())) {
      line.usage(line.getErr());
    }
    return CommandFailure.USAGE;
  }

  /** A command that failed. */
  static final class FailureHandler implements IExecutionExceptionHandler {

    @Override
    public int handleExecutionException(
        Exception failure, CommandLine commandLine, ParseResult parsed) {
      return FailureReport.of(failure);
    }
  }
}
