package org.messgateway.gateway.channels.discovery;

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

  /** Its entries that should be adapters, by name; other files are ignored. */
  List<Path> entries(List<DiscoveryProblem> problems) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(DropInFolder::isAdapter).sorted().toList();
    } catch (IOException e) {
      problems.add(new DiscoveryProblem(folder.toString(), "cannot be listed: " + e, false));
      return List.of();
    }
  }

  private static boolean isAdapter(Path entry) {
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

  /** A class loader of these jars, whose parent shows the part of the gateway that they may see. */
  static URLClassLoader loader(String name, List<Path> jars, ClassLoader api)
      throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    return new URLClassLoader(name, urls.toArray(URL[]::new), api);
  }
}
