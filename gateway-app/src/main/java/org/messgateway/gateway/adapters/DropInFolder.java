package org.messgateway.gateway.adapters;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that adapters are dropped into: each jar in it, and each folder of jars in it, is an
 * adapter of its own with a class loader of its own.
 *
 * @param folder may be missing
 */
record DropInFolder(Path folder) {

  /** Everything in it that should be an adapter, by name. Other files are left alone. */
  List<Path> entries(List<DiscoveryProblem> problems) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(DropInFolder::meant).sorted().toList();
    } catch (IOException e) {
      problems.add(new DiscoveryProblem(folder.toString(), "cannot be listed: " + e, false));
      return List.of();
    }
  }

  private static boolean meant(Path entry) {
    return !entry.getFileName().toString().startsWith(".")
        && (isJar(entry) || Files.isDirectory(entry));
  }

  private static boolean isJar(Path file) {
    return file.getFileName().toString().endsWith(".jar") && !Files.isDirectory(file);
  }

  /** The jars of one entry. */
  static List<Path> jars(Path entry) throws IOException {
    if (!Files.isDirectory(entry)) {
      return List.of(entry);
    }
    try (Stream<Path> files = Files.list(entry)) {
      return files.filter(DropInFolder::isJar).sorted().toList();
    }
  }

  /** A class loader that sees these jars, and of us what the window shows. */
  static URLClassLoader loader(String name, List<Path> jars, ClassLoader window)
      throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(name, urls.toArray(URL[]::new), window);
  }
}
