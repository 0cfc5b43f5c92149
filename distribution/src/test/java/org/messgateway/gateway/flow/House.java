package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;

/**
 * A home directory, which is also the exchange; and what other programs do in it: they take no
 * locks, as the reference takes none.
 */
public final class House {

  private static final Duration WHOLE_WITHIN = Duration.ofSeconds(20);
  private static final String RECEIVED = "state=received";
  private static final Pattern TOLD = Pattern.compile("(\\S+) via \\S+ \\[([0-9a-f]{32})]");

  private final Path home;
  private final Path exchange;

  public House(Path home) {
    this(home, home);
  }

  /** A home whose exchange lies elsewhere. */
  public House(Path home, Path exchange) {
    this.home = home;
    this.exchange = exchange;
  }

  public Path home() {
    return home;
  }

  public Path received() {
    return exchange.resolve(RECEIVED);
  }

  /** A configuration of executors by webhook, each at its own address. */
  public void configure(Map<String, String> addresses) throws IOException {
    String executors =
        addresses.entrySet().stream()
            .map(entry ->
                "  %s: { notify: { webhook: \"%s\" } }\n"
                    .formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining());
    configure("executors:\n" + executors);
  }

  /** A configuration with these lines, put in place in one step. */
  public void configure(String lines) throws IOException {
    configure(lines, "");
  }

  /**
   * The same with further channels.
   *
   * @param dispatch their settings, a line each, indented by two
   */
  public void configure(String lines, String dispatch) throws IOException {
    String text =
        "agent_id: house\nhttp: { port: 0 }\n"
            + lines
            + "\ndispatch:\n  webhook: { secret: s3cret-of-the-house }\n"
            + dispatch;
    replace("config.yaml", text);
  }

  /** Puts a file into the home in one step, whatever is in it. */
  public void replace(String name, String text) throws IOException {
    Path beside = home.resolve(name + ".new");
    Files.writeString(beside, text);
    Files.move(beside, home.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Lets a new thread appear, whole, in the folder form. */
  public void put(Request request) throws IOException {
    Path building = Files.createDirectories(exchange.resolve("building").resolve(request.ref()));
    Files.writeString(building.resolve(head(request.ref())), request.text());
    Files.createDirectories(received());
    Files.move(building, received().resolve(request.ref()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Lets a new thread appear, whole, as one file. */
  public void putFlat(Request request) throws IOException {
    Path building = Files.createDirectories(exchange.resolve("building")).resolve(request.ref());
    Files.writeString(building, request.text());
    Files.createDirectories(received());
    Files.move(building, flat(request.ref()), StandardCopyOption.ATOMIC_MOVE);
  }

  public Path flat(String ref) {
    return received().resolve(ref + ".messe-af.yaml");
  }

  public static String head(String ref) {
    return "000-" + ref + ".messe-af.yaml";
  }

  /**
   * Changes a thread as the reference's command line does: read, write the whole file anew, no
   * lock; into another state folder by writing there and removing the old one.
   */
  public void say(String ref, String status, String folder) throws IOException {
    Path old = folderOf(ref);
    String now = Instant.now().toString();
    String before = Files.readString(old.resolve(head(ref)));
    String after =
        before
                .replaceFirst("(?m)^status: .*$", "status: " + status)
                .replaceFirst("(?m)^executor: null$", "executor: neighbour")
                .replaceFirst(
                    "(?m)^---$",
                    "  - action: %s\n    at: %s\n    by: neighbour\n---".formatted(status, now))
            + """
            ---
            from: neighbour
            received: %s
            channel: cli
            MESS:
              - status:
                  re: "%s"
                  code: %s
            """
                .formatted(now, ref, status);
    Path target = Files.createDirectories(exchange.resolve(folder).resolve(ref));
    Files.writeString(target.resolve(head(ref)), after);
    if (!target.equals(old)) {
      Files.delete(old.resolve(head(ref)));
      Files.delete(old);
    }
  }

  private Path folderOf(String ref) throws IOException {
    try (Stream<Path> folders = Files.list(exchange)) {
      return folders
          .filter(folder -> folder.getFileName().toString().startsWith("state="))
          .map(folder -> folder.resolve(ref))
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * All files of a thread as they stand, wherever it lies; empty when it is nowhere. A walk over
   * the folders misses a thread that goes from one to another meanwhile, so it is made again until
   * two find the same files.
   */
  public String threadText(String ref) {
    List<Path> before = documents(ref);
    while (true) {
      String text = before.stream().map(House::text).collect(Collectors.joining());
      List<Path> after = documents(ref);
      if (after.equals(before)) {
        return text;
      }
      before = after;
    }
  }

  private List<Path> documents(String ref) {
    return documents().stream().filter(file -> ref(file).equals(ref)).toList();
  }

  /** Removes the queue's database, with all that belongs to it. */
  public void deleteQueue() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve(".gateway"))) {
      for (Path file : files.filter(House::ofQueue).toList()) {
        Files.delete(file);
      }
    }
  }

  private static boolean ofQueue(Path file) {
    return file.getFileName().toString().startsWith("queue.db");
  }

  /** Who was told, as the histories have it: a line for each time it is written. */
  public List<Noted> noted() {
    List<Noted> noted = new ArrayList<>();
    for (Path file : documents()) {
      String ref = ref(file);
      text(file)
          .lines()
          .filter(line -> line.contains("notified "))
          .flatMap(line -> TOLD.matcher(line).results())
          .forEach(
              found -> noted.add(new Noted(new Arrival.Told(ref, found.group(1)), found.group(2))));
    }
    return noted;
  }

  /** One line of a history. */
  public record Noted(Arrival.Told told, String id) {}

  private static String ref(Path file) {
    String name = file.getFileName().toString().replace(".messe-af.yaml", "");
    return name.replaceFirst("^\\d{3}-", "");
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      // It is being replaced: the caller looks again.
      return "";
    }
  }

  /** All files with documents, wherever they lie. */
  public List<Path> documents() {
    return files().stream().filter(file -> file.toString().endsWith(".messe-af.yaml")).toList();
  }

  /** Everything in the exchange but the gateway's own folder. */
  public List<Path> files() {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(exchange, new Walk(files));
    } catch (IOException e) {
      throw new AssertionError("the exchange cannot be walked", e);
    }
    files.sort(Comparator.naturalOrder());
    return files;
  }

  /** Passes over what vanishes meanwhile. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private final List<Path> files;

    Walk(List<Path> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      String name = folder.getFileName().toString();
      return name.equals(".gateway") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      files.add(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  /**
   * Fails unless the gateway's own reader finds the thread whole. Where the thread was written just
   * now, the reader says when to look again, and that is done.
   */
  public void assertWhole(String ref) throws IOException {
    try (Exchange reader =
        new Exchange(
            ExchangeDirectory.open(exchange, ExchangeDirectory.Access.READ),
            ExchangeLimits.DEFAULT,
            InstantSource.system(),
            System::nanoTime)) {
      AtomicReference<ThreadReadResult> last = new AtomicReference<>(new ThreadReadResult.Absent());
      Eventually.within(
          WHOLE_WITHIN,
          () -> ref + " is not whole: " + last.get(),
          () -> {
            last.set(reader.loader().load(new Ref(ref)));
            return last.get() instanceof ThreadReadResult.Complete;
          });
    }
  }

  /** Waits until the histories tell of so many deliveries. */
  public void awaitNoted(Duration limit, int count) {
    Eventually.within(
        limit,
        () -> count + " deliveries in history, but " + noted().size(),
        () -> noted().size() >= count);
  }
}
