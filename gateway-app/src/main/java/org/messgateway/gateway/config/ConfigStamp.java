package org.messgateway.gateway.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the files of a configuration look like from outside: a change of any of them changes it.
 *
 * @param files size, time and inode by path; what cannot be seen is not there
 */
record ConfigStamp(Map<String, String> files) {

  static ConfigStamp of(Path home) throws IOException {
    Map<String, String> files = new TreeMap<>();
    look(home.resolve(ConfigLoader.FILE), files);
    look(home.resolve(SecretsFile.FILE), files);
    Path executors = home.resolve("executors");
    if (Files.isDirectory(executors)) {
      try (Stream<Path> entries = Files.list(executors)) {
        for (Path entry : entries.sorted().toList()) {
          look(entry, files);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    return new ConfigStamp(files);
  }

  private static void look(Path file, Map<String, String> files) throws IOException {
    try {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      files.put(
          file.toString(), seen.size() + " " + seen.lastModifiedTime() + " " + seen.fileKey());
    } catch (NoSuchFileException gone) {
      // A file that is not there is not in the stamp; that it went is a change like any other.
      files.remove(file.toString());
    }
  }
}
