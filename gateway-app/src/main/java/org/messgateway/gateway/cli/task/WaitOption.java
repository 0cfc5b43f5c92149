package org.messgateway.gateway.cli.task;

import java.time.Duration;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code --wait [DURATION]}: the word behind it is its value only where it is a length of time. */
final class WaitOption {

  private static final Duration USUAL = Duration.ofMinutes(10);

  @Option(
      names = "--wait",
      arity = "0..1",
      paramLabel = "DURATION",
      parameterConsumer = Words.class,
      description = {
        "Waits for the answer (default: 10m) and prints it.",
        "Exit status as of the command wait: 3 not done, 4 cancelled, 5 a question, 6 time over."
      })
  private @Nullable Duration longest;

  /** How long at most; null for not at all. */
  @Nullable Duration longest() {
    return longest;
  }

  /** Takes the next word where it is one. */
  static final class Words implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      Duration given = words.isEmpty() ? null : Durations.parse(words.peek()).orElse(null);
      if (given != null) {
        words.pop();
      }
      option.setValue(given == null ? USUAL : given);
    }
  }
}
