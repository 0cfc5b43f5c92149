package org.messgateway.gateway.cli.mcp;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.HomeChoice;
import org.messgateway.gateway.config.ConfigLoader;

/**
 * The home of a household that has none yet: one person, who is told nowhere and looks and answers
 * at this machine. So whoever writes one line into a client's configuration can begin.
 */
final class FirstHome {

  private static final String CONFIG =
      """
      # Made by `mess-gateway mcp`, because there was no configuration yet.
      # Every key is told of in docs/configuration.md; `mess-gateway check` says what is wrong.
      agent_id: claude-agent
      title: "My home"

      executors:
        # You. Tasks wait for you at this machine: mess-gateway threads
        # To hear of them on your telephone, write where: notify: { slack: "U0123ABCD" }, or
        # { telegram: "12345" }, or { sms: "+14155550123" }, and dispatch for the channel below.
        me:
          capabilities: [check-visual, take-photo, home-access]
          notify: { http: true }
      """;

  private FirstHome() {}

  /**
   * Makes it, where nobody has named another home and there is none.
   *
   * @return what to tell; empty when there was nothing to do
   * @throws IOException when it cannot be made
   */
  static Optional<String> make(HomeChoice choice) throws IOException {
    Path home = choice.folder();
    if (choice.named() || HomeChoice.isHome(home)) {
      return Optional.empty();
    }
    if (!Files.exists(home)) {
      Files.createDirectories(home.toAbsolutePath().getParent());
      createPrivate(home);
    }
    Path file = home.resolve(ConfigLoader.FILE);
    Path whole = Files.createTempFile(home, "config-", ".new");
    try {
      Files.writeString(whole, CONFIG);
      // Whoever comes at the same time makes the same.
      Files.createLink(file, whole);
    } catch (FileAlreadyExistsException byAnother) {
      return Optional.empty();
    } finally {
      Files.delete(whole);
    }
    return Optional.of(
        "There was no household yet: "
            + file
            + " is made, with you as the one who is asked. Look for tasks with: "
            + CommandHint.here().to("threads"));
  }

  private static void createPrivate(Path home) throws IOException {
    try {
      Files.createDirectory(
          home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException byAnother) {
      // Its maker gave it the same rights.
    }
  }
}
