package org.messgateway.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.demo.Demo;
import org.messgateway.gateway.store.GatewayRunningException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: see it work, without accounts, on this machine. */
@CommandLine.Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Shows the whole way of tasks to people and robots, on this machine, without accounts.")
final class DemoCommand implements Callable<Integer> {

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private CommandSpec spec;

  @Option(
      names = "--once",
      description = "Ends after the story; status 0 only if all arrived as it should.")
  private boolean once;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "The scratch directory (default: a new temporary one).")
  private @Nullable Path home;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try {
      Path scratch = home == null ? Files.createTempDirectory("mess-demo-") : home.toAbsolutePath();
      try (Workplace workplace = Workplace.open(scratch)) {
        workplace.refuseConflicts();
        boolean asItShould = new Demo(scratch, workplace.registry(), out).run(once);
        return asItShould ? Command.DONE : Failure.FAILED;
      } finally {
        if (home == null && once) {
          delete(scratch);
        }
      }
    } catch (IOException | GatewayRunningException e) {
      throw Failure.failed("The demonstration could not be shown: " + e.getMessage());
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
