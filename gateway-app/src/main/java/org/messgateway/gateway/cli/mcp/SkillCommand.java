package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandFailure;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code skill}: the text that teaches an agent to use the gateway's tools. Needs no home. */
@CommandLine.Command(
    name = "skill",
    description = "Prints the skill that teaches an agent to use the gateway, or installs it.")
public final class SkillCommand extends Command {

  private static final String FILE = "SKILL.md";

  @Option(
      names = "--install",
      paramLabel = "DIR",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Writes it as DIR/mess/SKILL.md instead (default DIR: ~/.claude/skills). An older one is"
              + " replaced.")
  private @Nullable String install;

  @Override
  public Integer call() {
    try (InputStream text = text()) {
      if (install == null) {
        new String(text.readAllBytes(), UTF_8).lines().forEach(out()::line);
      } else {
        out().line("The skill is installed as " + installed(folder(install), text) + ".");
      }
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed(
          "The skill cannot be written: " + e.getMessage() + ". Name another folder by --install.");
    }
  }

  private static InputStream text() {
    InputStream text = SkillCommand.class.getResourceAsStream(FILE);
    if (text == null) {
      throw new IllegalStateException("the skill is missing from this program");
    }
    return text;
  }

  private static Path folder(String named) {
    return named.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".claude", "skills")
        : Path.of(named);
  }

  /** In one step, so that no agent reads half of it. */
  private static Path installed(Path folder, InputStream text) throws IOException {
    Path skill = Files.createDirectories(folder.resolve("mess").toAbsolutePath().normalize());
    Path written = Files.createTempFile(skill, FILE, ".new");
    try {
      Files.copy(text, written, StandardCopyOption.REPLACE_EXISTING);
      return Files.move(
          written,
          skill.resolve(FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
