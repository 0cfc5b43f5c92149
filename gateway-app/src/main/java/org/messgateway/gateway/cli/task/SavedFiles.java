package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Copies of a task's files in a folder. What lies there already is never replaced. */
final class SavedFiles {

  private static final int MOST_NAMES = 1000;

  private final Path folder;

  /**
   * @param folder made where it is missing
   */
  SavedFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * Saves all files of a task.
   *
   * @return where each lies; a file that is gone is left out
   * @throws IOException when one cannot be written
   */
  Map<AttachedFile, Path> save(FoundTask task) throws IOException {
    Files.createDirectories(folder);
    Map<AttachedFile, Path> saved = new LinkedHashMap<>();
    for (AttachedFile file : AttachedFile.of(task)) {
      Optional<Path> place = file.size() < 0 ? Optional.empty() : Optional.of(save(file));
      place.ifPresent(path -> saved.put(file, path));
    }
    return saved;
  }

  private Path save(AttachedFile file) throws IOException {
    String name = file.safeName();
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    String extension = dot < 0 ? "" : name.substring(dot);
    for (int number = 1; number < MOST_NAMES; number++) {
      Path place = folder.resolve(number == 1 ? name : stem + "-" + number + extension);
      try (InputStream in = file.content().open()) {
        Files.copy(in, place);
        return place;
      } catch (FileAlreadyExistsException taken) {
        // The next name may be free.
      }
    }
    throw new IOException("too many files called " + name + " lie in " + folder);
  }
}
