package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.ShutdownSignal;
import org.messgateway.gateway.cli.command.TerminalWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: see it work, without accounts, on this machine. */
@CommandLine.Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the whole way of tasks to people and robots, and of their answers back, on this",
      "machine, without accounts: a page with the phones, whose buttons you tap."
    })
public final class DemoCommand implements Callable<Integer> {

  /** Everything is closed, and nothing left behind, before the process may go. */
  private static final Duration TO_END = Duration.ofSeconds(20);

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private CommandSpec spec;

  @Option(
      names = "--once",
      description =
          "Tells a story in the terminal instead, and ends; status 0 only if all went as it"
              + " should.")
  private boolean once;

  @Option(names = "--open", description = "Opens the page in the browser.")
  private boolean open;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Plays a story with nobody there, draws it into this SVG, and ends.")
  private @Nullable Path picture;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "Where the page listens (default: ${DEFAULT-VALUE}). With 0.0.0.0 real phones in your"
              + " network can be phones of it; the printed link has the token they need.")
  private String host = "localhost";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The page's port (default: any that is free).")
  private int port;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "The scratch directory, which stays (default: a temporary one, which goes).")
  private @Nullable Path home;

  @Override
  public Integer call() throws InterruptedException {
    try (ShutdownSignal _ = ShutdownSignal.interruptMe("The demonstration", TO_END)) {
      return inScratch();
    } catch (IOException | UncheckedIOException e) {
      throw CommandFailure.failed("The demonstration could not be shown: " + e.getMessage());
    }
  }

  private Integer inScratch() throws IOException, InterruptedException {
    Path scratch = home == null ? Files.createTempDirectory("mess-demo-") : home.toAbsolutePath();
    try (CommandContext context = CommandContext.open(scratch, CommandHint.at(scratch))) {
      context.refuseConflicts();
      return run(demonstration(), scratch);
    } finally {
      if (home == null) {
        delete(scratch);
      }
    }
  }

  private static Demonstration demonstration() {
    return ServiceLoader.load(Demonstration.class)
        .findFirst()
        .orElseThrow(() ->
            CommandFailure.failed(
                "The demonstration is missing: there is no gateway-demo jar beside the others in"
                    + " lib. Build the gateway again, or unpack its distribution again."));
  }

  private int run(Demonstration demo, Path scratch) throws IOException, InterruptedException {
    RunCommand.refuseUnlessPort(port);
    if (once) {
      boolean asItShould = demo.tell(scratch, spec.commandLine().getOut());
      return asItShould ? Command.DONE : CommandFailure.FAILED;
    }
    if (picture != null) {
      demo.record(scratch, picture);
      return Command.DONE;
    }
    try {
      demo.show(scratch, host, port, this::ready);
    } catch (InterruptedException ended) {
      // That is how it ends.
    }
    return Command.DONE;
  }

  private void ready(String url) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Open " + url);
    out.println("There are the phones: ask for something and tap the buttons. Ctrl-C ends it.");
    out.flush();
    if (open) {
      browse(url);
    }
  }

  /** By the desktop's own program; where there is none, the line that was printed is enough. */
  private static void browse(String url) {
    String system = System.getProperty("os.name", "");
    String program = system.startsWith("Mac") ? "open" : "xdg-open";
    try {
      new ProcessBuilder(program, url)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      TerminalWriter.err()
          .println("No browser could be started (" + program + "): open the address above.");
    }
  }

  private static void delete(Path scratch) throws IOException {
    Files.walkFileTree(
        scratch,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
              throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
