package org.messgateway.gateway.cli.setup.init;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.config.people.PeopleFile;
import org.messgateway.gateway.home.FileDocument;
import org.messgateway.gateway.home.FileDocument.DocumentLock;

/**
 * Writes a household: its configuration, the file of its secrets, which only its owner may read,
 * and who linked themselves. Each file is replaced as a whole and keeps its rights.
 */
final class HouseholdFiles {

  private static final String OWNER = "rw-------";

  private final CommandContext context;
  private final FileDocument config;
  private final byte @Nullable [] found;

  /** Before anything is asked: what is written until the answers are there is not overwritten. */
  HouseholdFiles(CommandContext context) throws IOException {
    this.context = context;
    this.config = new FileDocument(context.home().resolve(ConfigLoader.FILE));
    this.found = config.read();
  }

  /**
   * Writes. A home that is made is its owner's alone; one that is there keeps its mode, since
   * others may share an exchange in it.
   *
   * @return what to tell about the mode of the home; empty for nothing
   * @throws CommandFailure when somebody else wrote the configuration meanwhile; nothing is written
   */
  String write(HouseholdDraft draft) throws IOException {
    Path home = draft.home();
    boolean made = !Files.exists(home);
    if (!made && !draft.links().isEmpty()) {
      // A database that does not answer is heard of before anything is written.
      PeopleFile _ = context.people(draft.config());
    }
    if (made) {
      Path parent = home.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(home, mode("rwx------"));
    }
    try (DocumentLock _ = DocumentLock.of(home.resolve(ConfigLoader.FILE))) {
      refuseWhatIsOvertaken();
      // Secrets first: a gateway that runs reads the configuration as soon as it changes.
      replace(home.resolve(SecretsFile.FILE), secrets(home.resolve(SecretsFile.FILE), draft));
      replace(home.resolve(ConfigLoader.FILE), draft.text());
    }
    if (!draft.links().isEmpty()) {
      PeopleFile people = context.people(draft.config());
      draft.links().forEach(people::link);
    }
    return rights(home, made);
  }

  private void refuseWhatIsOvertaken() throws IOException {
    if (!Arrays.equals(found, config.read())) {
      throw CommandFailure.failed(
          config.shown()
              + " was changed while init asked. It stays as it is now, and nothing was written. Run"
              + " init again: it adds to what stands there.");
    }
  }

  private static String rights(Path home, boolean made) throws IOException {
    if (made) {
      return home + " is yours alone. Where others share an exchange in it: chmod 711 " + home;
    }
    return isOpen(home)
        ? "Others can look into "
            + home
            + ". Unless they share an exchange in it: chmod 700 "
            + home
        : "";
  }

  /** What stands there, and the new ones below it. */
  private static String secrets(Path file, HouseholdDraft draft) throws IOException {
    boolean old = Files.exists(file) && !draft.isNew();
    List<String> lines = new ArrayList<>();
    if (old) {
      lines.addAll(Files.readAllLines(file));
    } else {
      lines.add("# Secrets of config.yaml. Readable by nobody else: keep it so.");
    }
    lines.addAll(
        draft.secrets().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> line(each.getKey(), each.getValue()))
            .toList());
    return lines.stream().collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(String name, Secret secret) {
    return name + "=" + secret.reveal();
  }

  private static void replace(Path file, String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    String rights =
        Files.exists(target)
            ? PosixFilePermissions.toString(Files.getPosixFilePermissions(target))
            : OWNER;
    Path whole = target.resolveSibling("." + target.getFileName() + ".init");
    Files.deleteIfExists(whole);
    Files.createFile(whole, mode(OWNER));
    try {
      Files.write(whole, text.getBytes(StandardCharsets.UTF_8));
      Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString(rights));
      Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static FileAttribute<?> mode(String rights) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
  }

  /** Whether others than its owner can reach what is in a folder. */
  private static boolean isOpen(Path folder) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(folder);
    return rights.contains(PosixFilePermission.GROUP_EXECUTE)
        || rights.contains(PosixFilePermission.OTHERS_EXECUTE);
  }
}
