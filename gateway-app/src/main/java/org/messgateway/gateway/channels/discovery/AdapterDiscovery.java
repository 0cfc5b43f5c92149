package org.messgateway.gateway.channels.discovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterProvider;

/** Collects providers from all places, and their problems. For one thread, once. */
final class AdapterDiscovery {

  private static final String CLASS_PATH = "class path";

  private final Map<String, RegisteredProvider> providers = new TreeMap<>();
  private final List<AdapterSource> sources = new ArrayList<>();
  private final List<DiscoveryProblem> problems = new ArrayList<>();
  private final AdapterClassLoaders loaders = new AdapterClassLoaders();
  private final Map<DropInFolder, Set<Path>> folders = new LinkedHashMap<>();
  private final Map<String, DiscoveryProblem> setAside = new TreeMap<>();
  private final ClassLoader ours;
  private final AdapterApiLoader window;
  private final JarStrikes strikes;
  private final JarThreads.CallLimits limits;

  AdapterDiscovery(ClassLoader ours, JarStrikes strikes, JarThreads.CallLimits limits) {
    this.ours = ours;
    this.window = new AdapterApiLoader(ours);
    this.strikes = strikes;
    this.limits = limits;
  }

  Map<String, RegisteredProvider> providers() {
    return providers;
  }

  List<AdapterSource> sources() {
    return sources;
  }

  List<DiscoveryProblem> problems() {
    return problems;
  }

  /** The folders that were searched, with what was in them. */
  Map<DropInFolder, Set<Path>> folders() {
    return folders;
  }

  /** Why the jar that had adapters of a type is not loaded. */
  Map<String, DiscoveryProblem> setAside() {
    return setAside;
  }

  AdapterClassLoaders loaders() {
    return loaders;
  }

  void classPath() {
    new ProviderSearch(new IsolatedCall(ours, CLASS_PATH), problems)
        .search(false).stream()
            .map(RegisteredProvider::renamedAfterItsJar)
            .forEach(this::fromClassPath);
  }

  void given(AdapterProvider provider) {
    ClassLoader loader = provider.getClass().getClassLoader();
    fromClassPath(
        new RegisteredProvider(
                new IsolatedCall(loader == null ? ours : loader, CLASS_PATH), provider)
            .renamedAfterItsJar());
  }

  private void fromClassPath(RegisteredProvider provider) {
    add(provider);
    sources.add(
        new AdapterSource(provider.origin(), List.of(provider.type()), () -> hashes(provider)));
  }

  /** Hash of a loaded file; a class folder of a development build has none. */
  private static List<AdapterSource.FileHash> hashes(RegisteredProvider provider) {
    Optional<Path> jar = provider.jar().filter(Files::isRegularFile);
    if (jar.isEmpty()) {
      return List.of();
    }
    try {
      return List.of(JarHash.of(jar.get()));
    } catch (IOException e) {
      return List.of(new AdapterSource.FileHash(jar.get().toString(), "cannot be read: " + e));
    }
  }

  /** Entries are loaded side by side: one that hangs costs its own time limit only. */
  void folder(Path folder) {
    DropInFolder dropIn = new DropInFolder(folder);
    List<Path> entries = dropIn.entries(problems);
    folders.put(dropIn, Set.copyOf(entries));
    List<FutureTask<LoadedEntry>> loading =
        entries.stream().map(entry -> new FutureTask<>(() -> entry(entry))).toList();
    loading.forEach(Thread::startVirtualThread);
    loading.forEach(each -> take(uninterrupted(each)));
  }

  private static LoadedEntry uninterrupted(FutureTask<LoadedEntry> task) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void take(LoadedEntry entry) {
    problems.addAll(entry.problems());
    entry.loader().ifPresent(loaders::add);
    entry.providers().forEach(this::add);
    sources.add(entry.source());
    entry.awayTypes().forEach(type -> setAside.put(type, entry.problems().getFirst()));
  }

  private LoadedEntry entry(Path entry) {
    try {
      List<Path> jars = DropInFolder.jars(entry);
      List<AdapterSource.FileHash> hashes = new ArrayList<>();
      for (Path jar : jars) {
        hashes.add(JarHash.of(jar));
      }
      return load(entry, jars, hashes);
    } catch (IOException e) {
      return LoadedEntry.broken(
          entry, "is no jar that can be read (" + e.getMessage() + "); copy it again");
    }
  }

  private LoadedEntry load(Path entry, List<Path> jars, List<AdapterSource.FileHash> hashes)
      throws IOException {
    if (jars.isEmpty()) {
      return LoadedEntry.broken(
          entry, "holds no jar; put the adapter's jars in it, or take it away");
    }
    for (int i = 0; i < jars.size(); i++) {
      Optional<String> other = JarHash.otherThanPinned(jars.get(i), hashes.get(i).sha256());
      if (other.isPresent()) {
        return LoadedEntry.broken(entry, other.get());
      }
    }
    JarStrikes.Jar jar =
        new JarStrikes.Jar(entry.getFileName().toString(), JarHash.together(hashes));
    URLClassLoader loader = DropInFolder.loader(entry.toString(), jars, window);
    JarThreads threads = new JarThreads(jar, entry.toString(), loader, strikes, limits);
    // After it was known how the process before ended, and before any code of the jar runs.
    Optional<String> aside = strikes.setAside(jar);
    if (aside.isPresent()) {
      loader.close();
      return LoadedEntry.broken(entry, aside.get()).without(strikes.types(jar));
    }
    return search(entry, loader, threads, hashes);
  }

  private static LoadedEntry search(
      Path entry, URLClassLoader loader, JarThreads threads, List<AdapterSource.FileHash> hashes)
      throws IOException {
    List<DiscoveryProblem> found = new ArrayList<>();
    IsolatedCall call = new IsolatedCall(loader, entry.toString(), threads, List.of());
    List<RegisteredProvider> offered = new ProviderSearch(call, found).search(true);
    List<String> types = offered.stream().map(RegisteredProvider::type).toList();
    threads.offers(types);
    if (offered.isEmpty() && found.isEmpty()) {
      loader.close();
      return LoadedEntry.broken(
          entry,
          "offers no adapter of its own: it needs a line in META-INF/services/"
              + AdapterProvider.class.getName());
    }
    return new LoadedEntry(
        offered,
        new AdapterSource(entry.toString(), types, hashes),
        found,
        Optional.of(loader),
        Set.of());
  }

  /**
   * What one entry of a folder brings.
   *
   * @param awayTypes types of a jar that is set aside and not loaded
   */
  private record LoadedEntry(
      List<RegisteredProvider> providers,
      AdapterSource source,
      List<DiscoveryProblem> problems,
      Optional<URLClassLoader> loader,
      Set<String> awayTypes) {

    static LoadedEntry broken(Path entry, String sentence) {
      return new LoadedEntry(
          List.of(),
          new AdapterSource(entry.toString(), List.of(), List.of()),
          List.of(new DiscoveryProblem(entry.toString(), sentence, false)),
          Optional.empty(),
          Set.of());
    }

    LoadedEntry without(Set<String> types) {
      return new LoadedEntry(providers, source, problems, loader, types);
    }
  }

  private void add(RegisteredProvider provider) {
    RegisteredProvider first = providers.putIfAbsent(provider.type(), provider);
    if (first != null) {
      problems.add(
          new DiscoveryProblem(
              provider.origin(),
              "brings an adapter of type "
                  + provider.type()
                  + ", and so does "
                  + first.origin()
                  + "; take one of them away",
              true));
    }
  }

  /** The jar or class folder a class was loaded from. */
  static Optional<Path> whereFrom(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return source == null || source.getLocation() == null
          ? Optional.empty()
          : Optional.of(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Reads a jar before any code of it runs. */
  static final class JarHash {

    private static final int CHUNK = 64 * 1024;
    private static final long LONGEST_PIN = 64 * 1024;
    private static final Pattern PIN =
        Pattern.compile("(?m)^\\s*([0-9a-fA-F]{64})(?:\\s+\\*?(.*?))?\\s*$");

    private JarHash() {}

    /**
     * Its SHA-256.
     *
     * @throws IOException when it cannot be read or is no jar: a class loader would pass over such
     *     a file in silence
     */
    static AdapterSource.FileHash of(Path jar) throws IOException {
      try (JarFile opened = new JarFile(jar.toFile())) {
        opened.getManifest();
      }
      return new AdapterSource.FileHash(jar.toString(), sha256(jar));
    }

    /** One hash of several files, whatever their names. */
    static String together(List<AdapterSource.FileHash> files) {
      if (files.size() == 1) {
        return files.getFirst().sha256();
      }
      MessageDigest digest = digest();
      files.forEach(file -> digest.update(file.sha256().getBytes(US_ASCII)));
      return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Compares a jar with the file {@code NAME.jar.sha256} beside it, which {@code sha256sum}
     * wrote.
     *
     * @return why the jar must not be loaded; empty when it is the one, or none is pinned
     */
    static Optional<String> otherThanPinned(Path jar, String sha256) throws IOException {
      Path file = jar.resolveSibling(jar.getFileName() + ".sha256");
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      String text = Files.size(file) > LONGEST_PIN ? "" : Files.readString(file, ISO_8859_1);
      String name = jar.getFileName().toString();
      List<MatchResult> lines = PIN.matcher(text).results().toList();
      Optional<String> pinned =
          lines.stream()
              .filter(line -> lines.size() == 1 || named(line.group(2), name))
              .map(line -> line.group(1).toLowerCase(Locale.ROOT))
              .findFirst();
      if (pinned.isEmpty()) {
        return Optional.of(
            "is not loaded: "
                + file
                + " names no SHA-256 for it; write one with sha256sum "
                + name);
      }
      return pinned.get().equals(sha256)
          ? Optional.empty()
          : Optional.of(
              "is not loaded: its SHA-256 is "
                  + sha256
                  + ", and "
                  + file
                  + " asks for "
                  + pinned.get()
                  + "; put the pinned jar back, or pin this one if you trust it");
    }

    private static boolean named(@Nullable String written, String name) {
      return written != null && (written.equals(name) || written.endsWith("/" + name));
    }

    private static String sha256(Path file) throws IOException {
      MessageDigest digest = digest();
      try (InputStream in = Files.newInputStream(file)) {
        byte[] chunk = new byte[CHUNK];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          digest.update(chunk, 0, read);
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every JDK has SHA-256", impossible);
      }
    }
  }
}
