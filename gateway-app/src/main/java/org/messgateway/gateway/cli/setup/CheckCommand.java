package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.SelfTest;
import org.messgateway.api.SelfTest.Finding;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.KeyFolder;
import org.messgateway.gateway.cli.command.ProgressLine;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.PeopleOverlay;
import org.messgateway.gateway.exchange.remote.RemoteCheck;
import org.messgateway.gateway.exchange.write.GatewayMarker;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code check}: all mistakes, each with its remedy; sends no message. */
@CommandLine.Command(
    name = "check",
    description = "Checks configuration, adapters, credentials, scopes and reachability.")
public final class CheckCommand extends Command {

  private static final Duration LIMIT = Duration.ofSeconds(15);

  @Option(names = "--offline", description = "Asks no remote service.")
  private boolean offline;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      context.refuseConflicts();
      LoadResult loadResult = context.load();
      out().line("In force: " + context.home().resolve(ConfigLoader.FILE));
      out().lines(ConfigReport.of(loadResult).stripTrailing());
      context.registry().problems().forEach(problem -> out().line(problem.toString()));
      return switch (loadResult) {
        case LoadResult.Invalid invalid -> {
          int mistakes = invalid.problems().size();
          out()
              .line(
                  CheckSummary.counted(mistakes, "mistake")
                      + "; nothing else is checked until "
                      + (mistakes == 1 ? "it is mended." : "they are mended."));
          yield CommandFailure.USAGE;
        }
        case LoadResult.Valid valid -> check(context, valid.config());
      };
    }
  }

  private int check(CommandContext context, GatewayConfig config) {
    List<Finding> troubles = new ArrayList<>();
    List<Finding> hints = new ArrayList<>();
    config.held().values().stream()
        .map(held -> trouble(held.sentence(), ""))
        .forEach(troubles::add);
    troubles.addAll(HomeCheck.of(context.home(), config));
    KeyFolder.endless(context, hint()).forEach(advice -> hints.add(trouble(advice, "")));
    hints.addAll(otherGateways(context.home(), config));
    HomeCheck.openSecrets(context.home()).ifPresent(hints::add);
    Set<String> illExchanges = new HashSet<>();
    Set<String> illChannels = new HashSet<>();
    Set<String> asked = new HashSet<>();
    List<Finding> store = offline ? List.of() : StoreCheck.of(context.home(), config);
    troubles.addAll(store);
    if (!offline) {
      config
          .exchanges()
          .forEach(exchange -> {
            List<Finding> found = remoteExchange(exchange);
            if (!found.isEmpty()) {
              illExchanges.add(exchange.name());
              troubles.addAll(found);
            }
          });
      config
          .channels()
          .values()
          .forEach(channel -> {
            int before = troubles.size();
            if (selfTest(channel, troubles, hints)) {
              asked.add(channel.name());
            }
            if (troubles.size() > before) {
              illChannels.add(channel.name());
            }
          });
    }
    GatewayConfig linked = store.isEmpty() ? linked(context, config) : config;
    CheckSummary summary = new CheckSummary(linked, offline, asked, illChannels, illExchanges);
    summary.lines(out());
    summary
        .unreached()
        .forEach(id ->
            hints.add(
                trouble(
                    "Nothing rings for " + id + ", who has no address.",
                    hint().to("link", id) + " --telegram, or an address under notify: of " + id)));
    troubles.forEach(trouble -> show("", trouble));
    hints.forEach(hint -> show("Hint: ", hint));
    int mistakes = troubles.size() + context.registry().problems().size();
    if (mistakes > 0) {
      out().line(summary.count(mistakes, hints.size()));
      return CommandFailure.FAILED;
    }
    out().line(summary.done(hints.size()));
    return DONE;
  }

  /**
   * With the addresses that people linked and who was registered; what a service would have to be
   * asked for is left out.
   */
  private GatewayConfig linked(CommandContext context, GatewayConfig config) {
    boolean elsewhere =
        config.store().filter(store -> StoreConfig.isPostgres(store.url())).isPresent();
    return offline && elsewhere
        ? config
        : PeopleOverlay.to(context.inForce(), context.people(config).now());
  }

  /** Whether a gateway without our store says in an exchange that it tells of the threads there. */
  private static List<Finding> otherGateways(Path home, GatewayConfig config) {
    List<Finding> hints = new ArrayList<>();
    for (ExchangeConfig exchange : config.exchanges()) {
      Path marker = exchange.path().resolve(GatewayMarker.NAME);
      try {
        String own = HomeDocuments.knownGatewayId(home).orElse("");
        GatewayMarker.other(exchange.path(), own)
            .map(other ->
                ("Another one, %s, says in %s that it tells of the threads"
                        + " there. While it runs, the gateway of this home waits.")
                    .formatted(other, marker))
            .ifPresent(sentence -> hints.add(trouble(sentence, "")));
      } catch (IOException e) {
        hints.add(
            trouble("Who else tells of the threads cannot be read from " + marker + ": " + e, ""));
      }
    }
    return hints;
  }

  private void show(String lead, Finding finding) {
    out().line(lead + finding.sentence());
    if (!finding.remedy().isEmpty()) {
      out().line("      -> " + finding.remedy());
    }
  }

  static Finding trouble(String sentence, String remedy) {
    return new Finding(true, sentence, remedy);
  }

  /** The server of a remote exchange; nothing is changed there. */
  private static List<Finding> remoteExchange(ExchangeConfig each) {
    try (ProgressLine _ = ProgressLine.of("Asking the server of exchange " + each.name())) {
      return each.settings().flatMap(RemoteCheck::of).stream()
          .map(finding ->
              trouble("exchange " + each.name() + ": " + finding.what(), finding.remedy()))
          .toList();
    }
  }

  /**
   * A finding that stops deliveries is a trouble; all others are hints.
   *
   * @return whether the adapter looked at anything
   */
  private static boolean selfTest(
      ChannelConfig channel, List<Finding> troubles, List<Finding> hints) {
    AdapterServices services = new AdapterServices(channel.name(), InstantSource.system(), LIMIT);
    try (ProgressLine _ = ProgressLine.of("Asking " + channel.name());
        RegisteredAdapter adapter = channel.provider().create(channel.settings(), services)) {
      Optional<SelfTest> test = adapter.ability(SelfTest.class);
      test.map(SelfTest::selfTest)
          .orElse(List.of())
          .forEach(finding ->
              (finding.severe() ? troubles : hints)
                  .add(
                      new Finding(
                          finding.severe(),
                          channel.name() + ": " + finding.sentence(),
                          finding.remedy())));
      return test.isPresent();
    } catch (RuntimeException e) {
      troubles.add(
          trouble(channel.name() + ": the adapter could not be asked: " + e.getMessage(), ""));
      return false;
    }
  }

  /** Whether the store could be opened, and the line that mends it when it could not. */
  static final class StoreCheck {

    private static final String PLACE = "store: { url: \"jdbc:postgresql://HOST:5432/DATABASE\" }";
    private static final String ACCESS =
        "store: { url: \"jdbc:postgresql://HOST:5432/DATABASE\", user: USER,"
            + " password: \"${MESS_STORE_PASSWORD}\" }";

    private StoreCheck() {}

    static List<Finding> of(Path home, GatewayConfig config) {
      try {
        StoreFactory.of(config.store(), home.resolve(".gateway"), InstantSource.system()).tryOut();
        return List.of();
      } catch (QueueException e) {
        return List.of(trouble(String.valueOf(e.getMessage()), mend(e.trouble())));
      }
    }

    private static String mend(QueueException.StoreFailure trouble) {
      return switch (trouble) {
        case UNREACHABLE, READ_ONLY -> PLACE;
        case NO_ACCESS -> ACCESS;
        case FULL, LOCKED, DAMAGED, DISK, TOO_NEW, BUSY, CLOSED, REFUSED -> "";
      };
    }
  }

  /**
   * What about a home directory will bite later: secrets others can read, file systems that lose
   * locks.
   */
  static final class HomeCheck {

    /** File systems on which locks or events cannot be relied upon. */
    private static final Set<String> REMOTE =
        Set.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "afpfs", "webdav");

    private static final List<String> SYNCED =
        List.of("dropbox", "onedrive", "google drive", "icloud", "nextcloud", "syncthing");

    /** A value that is no {@code ${NAME}}, under a key that names a secret. */
    private static final Pattern SECRET =
        Pattern.compile(
            "(?m)^[^#\\n]*\\b\\w*(?:token|secret|password|api_key|signing_key)\\s*:\\s*"
                + "[\"']?(?!\\$\\{)[^\\s\"'#{}\\[\\]]{8}");

    private HomeCheck() {}

    static List<Finding> of(Path home, GatewayConfig config) {
      List<Finding> troubles = new ArrayList<>();
      try {
        secrets(home.resolve("secrets.env"), troubles);
        store(home, config, troubles);
      } catch (IOException e) {
        troubles.add(trouble(home + " cannot be looked at: " + e.getMessage(), ""));
      }
      return troubles;
    }

    /** A secret that stands in a {@code config.yaml} which others can read. */
    static Optional<Finding> openSecrets(Path home) {
      Path file = home.resolve(ConfigLoader.FILE);
      try {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")
            || !open(home)
            || !readByOthers(file)
            || !SECRET.matcher(Files.readString(file)).find()) {
          return Optional.empty();
        }
        return Optional.of(
            trouble(
                file + " holds a secret and can be read by others.",
                "chmod 600 " + file + ", or write ${NAME} there and the secret into secrets.env"));
      } catch (IOException e) {
        // What cannot be read was told of before.
        return Optional.empty();
      }
    }

    /** Whether others than its owner can reach what is in a folder. */
    private static boolean open(Path folder) throws IOException {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(folder);
      return rights.contains(PosixFilePermission.GROUP_EXECUTE)
          || rights.contains(PosixFilePermission.OTHERS_EXECUTE);
    }

    private static boolean readByOthers(Path file) throws IOException {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      return rights.contains(PosixFilePermission.GROUP_READ)
          || rights.contains(PosixFilePermission.OTHERS_READ);
    }

    private static void secrets(Path file, List<Finding> troubles) throws IOException {
      if (!Files.exists(file) || !Files.getFileStore(file).supportsFileAttributeView("posix")) {
        return;
      }
      if (readByOthers(file)) {
        troubles.add(trouble(file + " can be read by others.", "chmod 600 " + file));
      }
    }

    /** A queue in PostgreSQL, or in a file elsewhere, does not mind where the home lies. */
    private static void store(Path home, GatewayConfig config, List<Finding> troubles)
        throws IOException {
      if (!(StoreFactory.of(config.store(), home.resolve(".gateway"), InstantSource.system())
          instanceof SqliteStore embedded)) {
        return;
      }
      Path folder = embedded.file().toAbsolutePath();
      while (!Files.isDirectory(folder)) {
        folder = Objects.requireNonNull(folder.getParent(), "the root is a folder");
      }
      String type = Files.getFileStore(folder).type().toLowerCase(Locale.ROOT);
      String path = folder.toRealPath().toString().toLowerCase(Locale.ROOT);
      boolean synced = SYNCED.stream().anyMatch(path::contains);
      if (REMOTE.contains(type) || synced) {
        String what = synced ? "is kept in step by a synchronising program" : "is on " + type;
        troubles.add(
            trouble(
                folder + " " + what + ": the queue's database may be damaged there.",
                "store: { url: \"jdbc:sqlite:/var/lib/mess/queue.db\" }"));
      }
    }
  }
}
