package org.messgateway.gateway.adapters;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.messgateway.api.AdapterProvider;

/** Collects providers from all places, and what is wrong with them. Used by one thread, once. */
final class Discovery {

  private static final String CLASS_PATH = "class path";

  private final Map<String, RegisteredProvider> providers = new TreeMap<>();
  private final List<AdapterSource> sources = new ArrayList<>();
  private final List<DiscoveryProblem> problems = new ArrayList<>();
  private final ClassLoaders loaders = new ClassLoaders();
  private final ClassLoader ours;
  private final ApiWindow window;

  Discovery(ClassLoader ours) {
    this.ours = ours;
    this.window = new ApiWindow(ours);
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

  ClassLoaders loaders() {
    return loaders;
  }

  void classPath() {
    new ProviderSearch(new Isolation(ours, CLASS_PATH), problems)
        .search(false).stream()
            .map(RegisteredProvider::renamedAfterItsJar)
            .forEach(this::fromClassPath);
  }

  void given(AdapterProvider provider) {
    ClassLoader loader = provider.getClass().getClassLoader();
    fromClassPath(
        new RegisteredProvider(new Isolation(loader == null ? ours : loader, CLASS_PATH), provider)
            .renamedAfterItsJar());
  }

  private void fromClassPath(RegisteredProvider provider) {
    add(provider);
    sources.add(
        new AdapterSource(provider.origin(), List.of(provider.type()), () -> hashes(provider)));
  }

  /** Of what runs already; a class folder of a development build has none. */
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

  void folder(Path folder) {
    new DropInFolder(folder).entries(problems).forEach(this::entry);
  }

  private void entry(Path entry) {
    try {
      List<Path> jars = DropInFolder.jars(entry);
      List<AdapterSource.FileHash> hashes = new ArrayList<>();
      for (Path jar : jars) {
        hashes.add(JarHash.of(jar));
      }
      load(entry, jars, hashes);
    } catch (IOException e) {
      broken(entry, "is no jar that can be read (" + e.getMessage() + "); copy it again");
    }
  }

  private void load(Path entry, List<Path> jars, List<AdapterSource.FileHash> hashes)
      throws IOException {
    if (jars.isEmpty()) {
      broken(entry, "holds no jar; put the adapter's jars in it, or take it away");
      return;
    }
    URLClassLoader loader = DropInFolder.loader(entry.toString(), jars, window);
    loaders.add(loader);
    int before = problems.size();
    List<RegisteredProvider> found =
        new ProviderSearch(new Isolation(loader, entry.toString()), problems).search(true);
    if (found.isEmpty() && problems.size() == before) {
      broken(
          entry,
          "offers no adapter of its own: it needs a line in META-INF/services/"
              + AdapterProvider.class.getName());
      return;
    }
    found.forEach(this::add);
    sources.add(
        new AdapterSource(
            entry.toString(), found.stream().map(RegisteredProvider::type).toList(), hashes));
  }

  private void broken(Path entry, String sentence) {
    problems.add(new DiscoveryProblem(entry.toString(), sentence, false));
    sources.add(new AdapterSource(entry.toString(), List.of(), List.of()));
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
