package org.messgateway.gateway.cli.operate;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.cli.command.TerminalWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code completion}: what a shell reads to complete commands, options and their values. */
@CommandLine.Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints what lets a shell complete commands and options.",
    footer = {
      "",
      "  bash:  mess-gateway completion bash >"
          + " ~/.local/share/bash-completion/completions/mess-gateway",
      "  zsh:   echo 'source <(mess-gateway completion zsh)' >> ~/.zshrc",
      "  fish:  mess-gateway completion fish > ~/.config/fish/completions/mess-gateway.fish"
    })
public final class CompletionCommand implements Callable<Integer> {

  private static final String NAME = "mess-gateway";

  /** The shells that are known. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final Supplier<CommandLine> commands;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private Shell shell;

  /**
   * @param commands the whole line with all its commands
   */
  public CompletionCommand(Supplier<CommandLine> commands) {
    this.commands = commands;
  }

  @Override
  public Integer call() {
    CommandOutput out = new CommandOutput(TerminalWriter.out());
    switch (shell) {
      // The library's script loads the functions of bash where zsh reads it.
      case BASH, ZSH -> out.lines(AutoComplete.bash(NAME, commands.get()));
      case FISH -> fish(out, commands.get());
    }
    return 0;
  }

  private static void fish(CommandOutput out, CommandLine line) {
    out.line("complete -c " + NAME + " -f");
    line.getSubcommands()
        .forEach((name, command) -> {
          CommandSpec spec = command.getCommandSpec();
          if (spec.usageMessage().hidden()) {
            return;
          }
          out.line(
              "complete -c %s -n __fish_use_subcommand -a %s -d %s"
                  .formatted(NAME, name, quoted(first(spec.usageMessage().description()))));
          String here = "complete -c " + NAME + " -n '__fish_seen_subcommand_from " + name + "'";
          command.getSubcommands().keySet().forEach(each -> out.line(here + " -a " + each));
          spec.options().forEach(option -> out.line(here + fish(option)));
          spec.positionalParameters().forEach(each -> candidates(each, here, out));
        });
  }

  private static String fish(OptionSpec option) {
    StringBuilder line = new StringBuilder();
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (option.arity().min() > 0) {
      List<String> values = candidates(option.type());
      boolean file = option.paramLabel().matches("DIR|FILE");
      line.append(file ? " -r -F" : " -x");
      if (!values.isEmpty()) {
        line.append(" -a ").append(quoted(String.join(" ", values)));
      }
    }
    return line.append(" -d ").append(quoted(first(option.description()))).toString();
  }

  private static void candidates(PositionalParamSpec position, String here, CommandOutput out) {
    List<String> values = candidates(position.type());
    if (!values.isEmpty()) {
      out.line(here + " -a " + quoted(String.join(" ", values)));
    }
    if (position.paramLabel().matches("\\[?(DIR|FILE)\\]?")) {
      out.line(here + " -F");
    }
  }

  private static List<String> candidates(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    return constants == null
        ? List.of()
        : List.of(constants).stream()
            .map(each -> each.toString().toLowerCase(Locale.ROOT))
            .toList();
  }

  private static String first(String[] description) {
    return description.length == 0 ? "" : description[0].replace("$$", "$").replace("%%", "%");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
