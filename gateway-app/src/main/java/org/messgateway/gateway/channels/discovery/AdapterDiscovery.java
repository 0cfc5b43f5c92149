package org.messgateway.gateway.channels.discovery;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.messgateway.api.AdapterProvider;

/** Collects providers from all places, and their problems. For one thread, once. */
final class AdapterDiscovery {

  private static final String CLASS_PATH = "class path";

  private final Map<String, RegisteredProvider> providers = new TreeMap<>();
  private final List<AdapterSource> sources = new ArrayList<>();
  private final List<DiscoveryProblem> problems = new ArrayList<>();
  private final AdapterClassLoaders loaders = new AdapterClassLoaders();
  private final Map<Path, Set<Path>> folders = new LinkedHashMap<>();
  private final Map<String, DiscoveryProblem> setAside = new TreeMap<>();
  private final ClassLoader ours;
  private final AdapterApiLoader window;
  private final JarStrikes strikes;
  private final CallLimits limits;

  AdapterDiscovery(ClassLoader ours, JarStrikes strikes, CallLimits limits) {
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
  Map<Path, Set<Path>> folders() {
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
    List<Path> entries = new DropInFolder(folder).entries(problems);
    folders.put(folder, Set.copyOf(entries));
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
}
