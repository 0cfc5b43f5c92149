package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies of a task's files in a folder. What lies there already is never replaced. */
final class SavedFiles {

  private static final int MOST_NAMES = 1000;

  /** In which the names of files are written here. */
  private static final Charset DISK =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), Charset.defaultCharset());

  private final Path folder;

  /**
   * @param folder made where it is missing
   */
  SavedFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * What became of files.
   *
   * @param places where each lies
   * @param failures why one does not; a sentence for each, which may hold words of others
   */
  record Saved(Map<AttachedFile, Path> places, List<String> failures) {}

  /**
   * Saves files. One that is gone is left out; one that cannot be saved keeps back none behind it.
   *
   * @throws IOException when the folder cannot be made
   */
  Saved save(List<AttachedFile> files) throws IOException {
    Files.createDirectories(folder);
    Map<AttachedFile, Path> places = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    for (AttachedFile file : files) {
      try {
        if (file.size() >= 0) {
          places.put(file, save(file));
        }
      } catch (IOException e) {
        failures.add("not saved: %s: %s".formatted(file.title(), e.getMessage()));
      }
    }
    return new Saved(places, failures);
  }

  private Path save(AttachedFile file) throws IOException {
    String name = file.safeName(DISK);
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
