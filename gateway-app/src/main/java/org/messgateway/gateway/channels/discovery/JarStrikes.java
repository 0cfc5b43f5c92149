package org.messgateway.gateway.channels.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.FileDocument;
import org.messgateway.gateway.home.GatewayFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What drop-in jars did that cost others: ended the process, filled its memory, computed without an
 * end. After the second time a jar is set aside until {@code resume}; another version of it (by
 * SHA-256) starts without strikes. Kept in {@code .gateway/adapters/strikes}, a line for each.
 * Source: docs/adapters.md. Thread-safe.
 *
 * <p>A process that ends by {@code Runtime.halt} or for want of memory says nothing. So each jar
 * has a file of 4 bytes that counts its calls under way, mapped into memory: it outlives the
 * process, and costs no write to the disk. The next process looks at it when it is told how the one
 * before ended.
 */
public final class JarStrikes {

  /** What a jar did. */
  public enum Offence {
    /** Ended the process by System.exit. */
    EXIT("it ended the program by System.exit"),
    /** Computed without an end, in spite of its interruption. */
    SPIN("a call of it computed on and on and ignored its interruption"),
    /** Was in a call when the process was halted or out of memory; maybe not its fault. */
    DEATH("a call of it was under way when the program was halted or ran out of memory");

    private final String sentence;

    Offence(String sentence) {
      this.sentence = sentence;
    }
  }

  /** A version of a jar, or of a folder of jars. */
  record Jar(String name, String sha256) {}

  /** The calls of a jar that are under way, as the next process sees it. */
  interface CallCount {
    void set(int calls);
  }

  private record Opened(Jar jar, Consumer<Thread> leaves) {}

  private static final Logger LOG = LoggerFactory.getLogger(JarStrikes.class);
  private static final int TWO = 2;
  private static final int MOST_LINES = 200;

  /** With this the gateway asks to be started again; it says nothing of a jar. */
  private static final int START_AGAIN = 75;

  private static final int SIGNALS = 128;

  private final Path gateway;
  private final Path folder;
  private final FileDocument document;
  private final InstantSource clock;
  private final boolean recording;
  private final boolean died;
  private final Map<String, Opened> byLoader = new ConcurrentHashMap<>();
  private final Map<Jar, List<String>> types = new ConcurrentHashMap<>();
  private List<Strike> known = List.of();
  private @Nullable Object version;

  private JarStrikes(Path home, InstantSource clock, boolean recording, boolean died) {
    this.gateway = home.resolve(".gateway");
    this.folder = gateway.resolve("adapters");
    this.document = new FileDocument(folder.resolve("strikes"));
    this.clock = clock;
    this.recording = recording;
    this.died = died;
  }

  /** For a command, which keeps set-aside jars out and records nothing. */
  public static JarStrikes ofCommand(Path home) {
    return new JarStrikes(home, InstantSource.system(), false, false);
  }

  /**
   * For the gateway.
   *
   * @param lastExit how the process before ended, where the launcher knows: 3 is out of memory
   */
  public static JarStrikes ofGateway(Path home, InstantSource clock, OptionalInt lastExit) {
    boolean died =
        lastExit.isPresent() && lastExit.getAsInt() < SIGNALS && lastExit.getAsInt() != START_AGAIN;
    return new JarStrikes(home, clock, true, died);
  }

  /**
   * Before any code of the jar runs; counts what it did to the process before.
   *
   * @param loader name of its class loader
   * @param leaves is told of a thread of the jar that is ending the process
   */
  CallCount opens(Jar jar, String loader, Consumer<Thread> leaves) {
    byLoader.put(loader, new Opened(jar, leaves));
    if (!recording) {
      return calls -> {};
    }
    try {
      MappedByteBuffer count = count(jar);
      if (died && count.getInt(0) > 0) {
        strike(jar, Offence.DEATH);
      }
      count.putInt(0, 0);
      return calls -> count.putInt(0, calls);
    } catch (IOException e) {
      LOG.warn(
          "{}: what it does to the program cannot be remembered: {}", jar.name(), e.toString());
      return calls -> {};
    }
  }

  private MappedByteBuffer count(Jar jar) throws IOException {
    Path file = prepared().resolve(Strike.shown(jar.name()) + ".calls");
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, Integer.BYTES);
    }
  }

  private Path prepared() throws IOException {
    GatewayFolder.prepare(gateway);
    return Files.createDirectories(folder);
  }

  /** The types of adapters that a jar has, for the time when it is not loaded. */
  void offers(Jar jar, List<String> offered) {
    types.put(jar, List.copyOf(offered));
  }

  /** The file for the stack traces of a jar; empty where there is no home to keep it. */
  Optional<Path> log(Jar jar) {
    try {
      return recording || Files.isDirectory(gateway)
          ? Optional.of(prepared().resolve(Strike.shown(jar.name()) + ".log"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Remembers what a jar did; durable when it returns. */
  void strike(Jar jar, Offence offence) {
    Strike strike = new Strike(clock.instant(), offence, jar, types.getOrDefault(jar, List.of()));
    if (!recording) {
      return;
    }
    synchronized (this) {
      refresh();
      List<Strike> after = new ArrayList<>(known);
      after.removeIf(old -> old.jar().name().equals(jar.name()) && !old.jar().equals(jar));
      after.add(strike);
      write(after);
    }
    LOG.error(
        "{}: {}. {}",
        jar.name(),
        offence.sentence,
        setAside(jar)
            .orElse("The next time it is set aside: mend it, or take it out of adapters/."));
  }

  private synchronized void write(List<Strike> strikes) {
    known = List.copyOf(strikes.subList(Math.max(0, strikes.size() - MOST_LINES), strikes.size()));
    String text = known.stream().map(one -> one.line() + "\n").collect(Collectors.joining());
    try {
      prepared();
      document.change(_ -> text.getBytes(UTF_8));
      version = document.version();
    } catch (IOException e) {
      LOG.error("{} cannot be written: {}", document.shown(), e.toString());
    }
  }

  private synchronized void refresh() {
    try {
      Object now = document.version();
      if (!now.equals(version)) {
        byte[] text = document.read();
        known =
            text == null
                ? List.of()
                : new String(text, UTF_8).lines().flatMap(Strike::read).toList();
        version = now;
      }
    } catch (IOException e) {
      LOG.warn("{} cannot be read: {}", document.shown(), e.toString());
    }
  }

  /** Why nothing of this jar may run, and what to do; empty while it may. */
  synchronized Optional<String> setAside(Jar jar) {
    if (version != null && known.isEmpty()) {
      // The usual case: only this process adds strikes.
      return Optional.empty();
    }
    refresh();
    List<Strike> strikes =
        known.stream()
            .filter(one -> one.jar().equals(new Jar(Strike.shown(jar.name()), jar.sha256())))
            .filter(one -> one.counts(clock.instant()))
            .toList();
    return strikes.size() < TWO ? Optional.empty() : Optional.of(sentence(jar, strikes));
  }

  private static String sentence(Jar jar, List<Strike> strikes) {
    String why =
        strikes.subList(strikes.size() - TWO, strikes.size()).stream()
            .map(one -> "at " + one.at() + " " + one.offence().sentence)
            .collect(Collectors.joining(", "));
    return "It is set aside: "
        + why
        + ". What is for its channels waits. Put a mended jar in its place, or, to let this one run"
        + " again: mess-gateway resume "
        + jar.name();
  }

  /** The types of adapters that a jar had when it misbehaved. */
  synchronized Set<String> types(Jar jar) {
    refresh();
    return known.stream()
        .filter(one -> one.jar().name().equals(Strike.shown(jar.name())))
        .flatMap(one -> one.types().stream())
        .collect(Collectors.toSet());
  }

  /** Forgets what a jar did; returns whether there was anything. */
  public synchronized boolean forgive(String jar) {
    refresh();
    List<Strike> after =
        known.stream().filter(one -> !one.jar().name().equals(Strike.shown(jar))).toList();
    boolean any = after.size() < known.size();
    if (any) {
      write(after);
    }
    return any;
  }

  /**
   * Looks for the jar whose code is ending this process, by the stacks of all platform threads, and
   * remembers it. To be called in a shutdown hook.
   *
   * @return whether there is one
   */
  public boolean exiting() {
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      List<StackTraceElement> stack = List.of(each.getValue());
      Optional<Opened> opened =
          stack.stream()
              .filter(_ -> stack.stream().anyMatch(JarStrikes::exits))
              .flatMap(frame -> Stream.ofNullable(frame.getClassLoaderName()))
              .flatMap(name -> Stream.ofNullable(byLoader.get(name)))
              .findFirst();
      if (opened.isPresent()) {
        strike(opened.get().jar(), Offence.EXIT);
        opened.get().leaves().accept(each.getKey());
        return true;
      }
    }
    return false;
  }

  private static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }
}
