package org.messgateway.gateway.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one process to run a home: locks of the operating system on two files in {@code
 * .gateway/}, which end with the process. The text in the files names the holder. There are two so
 * that whoever deletes one lets no second process in; {@link #look} makes it anew.
 */
public final class GatewayLock implements AutoCloseable {

  /** Its name in {@code .gateway/}. */
  public static final String FILE = "lock";

  private static final List<String> FILES = List.of(FILE, "holder");

  private static final Logger LOG = LoggerFactory.getLogger(GatewayLock.class);
  private static final Pattern PID = Pattern.compile("pid (\\d{1,18}) ");
  private static final Pattern PORT = Pattern.compile("port (\\d{1,5})");
  private static final Duration GOING = Duration.ofSeconds(3);
  private static final Duration LOOK = Duration.ofMillis(10);

  private final List<LockedFile> files;
  private Holder holder;

  private GatewayLock(List<LockedFile> files, Holder holder) {
    this.files = files;
    this.holder = holder;
  }

  /**
   * The process that runs a home.
   *
   * @param port where its HTTP server listens; 0 when it has none
   * @param role what it holds the home for
   */
  public record Holder(long pid, String host, Instant start, int port, Role role) {

    /** What a process holds a home for. */
    public enum Role {
      /** To send, until it is stopped. */
      GATEWAY(""),
      /** To send, until it is stopped or a {@code run} asks for the home. */
      MCP(", an mcp"),
      /** For a moment; it listens on loopback. */
      COMMAND(", a command");

      private final String suffix;

      Role(String suffix) {
        this.suffix = suffix;
      }

      /** Whether the text of a lock says so; {@link #GATEWAY} is what says nothing. */
      public boolean isIn(String text) {
        return !suffix.isEmpty() && text.strip().endsWith(suffix);
      }
    }

    /** A gateway. */
    public Holder(long pid, String host, Instant start, int port) {
      this(pid, host, start, port, Role.GATEWAY);
    }

    /** This process. */
    public static Holder here(Instant start, int port) {
      return new Holder(
          ProcessHandle.current().pid(),
          host(() -> InetAddress.getLocalHost().getHostName(), System.getenv("HOSTNAME")),
          start,
          port);
    }

    /** The same, held for something else. */
    public Holder as(Role other) {
      return new Holder(pid, host, start, port, other);
    }

    /** Where the holder of this text is asked over HTTP; empty while it listens nowhere. */
    static Optional<Listening> listening(String text) {
      Matcher port = PORT.matcher(text);
      return port.find() && !port.group(1).equals("0")
          ? Optional.of(new Listening(Integer.parseInt(port.group(1)), Role.COMMAND.isIn(text)))
          : Optional.empty();
    }

    /** A machine may not know the address of its own name; the lock needs a word only. */
    static String host(Callable<String> lookup, @Nullable String environment) {
      try {
        return lookup.call();
      } catch (Exception e) {
        return environment == null || environment.isBlank() ? "this machine" : environment;
      }
    }

    String text() {
      return "pid " + pid + " on " + host + " since " + start + ", port " + port + role.suffix;
    }
  }

  /**
   * Where the HTTP server of a home's gateway listens.
   *
   * @param loopback whether on loopback, whatever the configuration says
   */
  public record Listening(int port, boolean loopback) {}

  /**
   * The text of the lock: its holder, or who held it last when that one was killed; empty where
   * nobody does. It takes no lock, so it disturbs nobody.
   *
   * @throws IOException when it cannot be read
   */
  public static String text(Path gatewayFolder) throws IOException {
    try {
      return Files.readString(gatewayFolder.resolve(FILE), UTF_8).strip();
    } catch (NoSuchFileException nobodyYet) {
      return "";
    }
  }

  /** Whether the process of such a text has ended; false where it names none. */
  public static boolean hasEnded(String text) {
    Matcher pid = PID.matcher(text);
    return pid.lookingAt()
        && ProcessHandle.of(Long.parseLong(pid.group(1))).filter(ProcessHandle::isAlive).isEmpty();
  }

  /**
   * Where the process that holds a home is asked over HTTP; empty while it listens nowhere, and
   * when nobody holds it. What a process that was killed left here may still be named: see {@link
   * #held}.
   */
  public static Optional<Listening> listening(Path gatewayFolder) throws IOException {
    Path file = gatewayFolder.resolve(FILE);
    return Files.exists(file) ? Holder.listening(Files.readString(file, UTF_8)) : Optional.empty();
  }

  /**
   * Takes the lock.
   *
   * @throws GatewayRunningException when another process has it
   * @throws IOException when a file cannot be written
   */
  public static GatewayLock take(Path gatewayFolder, Holder holder)
      throws IOException, GatewayRunningException {
    List<LockedFile> files = new ArrayList<>();
    boolean taken = false;
    try {
      for (String name : FILES) {
        Path file = gatewayFolder.resolve(name);
        LockedFile locked = awaitLock(file);
        if (locked == null) {
          throw running(file);
        }
        files.add(locked);
      }
      GatewayLock mine = new GatewayLock(files, holder);
      mine.say(holder);
      taken = true;
      return mine;
    } finally {
      if (!taken) {
        for (LockedFile file : files) {
          file.close();
        }
      }
    }
  }

  /**
   * Whether another process runs the home of this folder; false where that cannot be found out. The
   * process that runs the home must not call it: under POSIX it would lose its lock.
   */
  public static boolean held(Path gatewayFolder) {
    return FILES.stream().map(gatewayFolder::resolve).anyMatch(LockedFile::held);
  }

  /**
   * A process that was killed holds its lock until the system has taken it down, for some
   * milliseconds: it is waited for, and so is a command. A gateway that lives is not.
   */
  private static @Nullable LockedFile awaitLock(Path file) throws IOException {
    long until = System.nanoTime() + GOING.toNanos();
    LockedFile locked = LockedFile.take(file);
    while (locked == null && System.nanoTime() < until && isGoing(Files.readString(file, UTF_8))) {
      LockSupport.parkNanos(LOOK.toNanos());
      locked = LockedFile.take(file);
    }
    return locked;
  }

  /**
   * Whether the holder has ended, or the launcher above it, or is a command, which ends soon. One
   * that has no name yet is just starting, or has taken it away and ends.
   */
  private static boolean isGoing(String holder) {
    if (holder.isBlank() || Holder.Role.COMMAND.isIn(holder)) {
      return true;
    }
    Matcher pid = PID.matcher(holder);
    if (!pid.lookingAt()) {
      return false;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid.group(1)));
    return process.filter(ProcessHandle::isAlive).isEmpty()
        || process.flatMap(ProcessHandle::parent).filter(above -> above.pid() > 1).isEmpty();
  }

  private static GatewayRunningException running(Path file) throws IOException {
    String holder = Files.readString(file, UTF_8).strip();
    String who = holder.isEmpty() ? "a process that just starts" : holder;
    return new GatewayRunningException(
        "A gateway already runs here: %s (%s). End it first, or give this one another --home."
            .formatted(who, file),
        who);
  }

  /** Writes the holder into the files; called again when the port is known. */
  public synchronized void say(Holder now) throws IOException {
    holder = now;
    for (LockedFile file : files) {
      file.write(now.text() + "\n");
    }
  }

  /**
   * Makes anew what somebody deleted or replaced while this process holds it.
   *
   * @throws IOException when that is not possible, or another process has taken it
   */
  public synchronized void look() throws IOException {
    for (LockedFile before : List.copyOf(files)) {
      if (!before.stands()) {
        LockedFile again = LockedFile.take(before.path());
        if (again == null) {
          throw new IOException(
              "another process has taken %s, which was deleted: end one of the two gateways"
                  .formatted(before.path()));
        }
        LOG.warn("Somebody deleted {} while the gateway runs. It is made anew.", before.path());
        files.set(files.indexOf(before), again);
        before.close();
        again.write(holder.text() + "\n");
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    for (LockedFile file : files) {
      try (file) {
        file.write("");
      }
    }
  }
}
