package org.messgateway.gateway.links;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.messgateway.gateway.links.LinkKey.Single;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key files of one home, read again when their folder changes. */
final class LinkKeyFolder implements LinkKey.Source {

  private static final Logger log = LoggerFactory.getLogger(LinkKeyFolder.class);
  private static final int BYTES = 32;

  private final Path folder;
  private final Function<byte[], Single> derived;
  private FileTime readAt;
  private List<Single> keys;

  LinkKeyFolder(Path folder, Function<byte[], Single> derived) throws IOException {
    this.folder = folder;
    this.derived = derived;
    KeyFile.prepare(folder);
    if (files(folder).isEmpty()) {
      LinkKeys.create(folder.resolve(LinkKeys.FIRST));
    }
    this.readAt = Files.getLastModifiedTime(folder);
    this.keys = read();
  }

  @Override
  public synchronized List<Single> all() {
    try {
      FileTime now = Files.getLastModifiedTime(folder);
      if (!now.equals(readAt)) {
        keys = read();
        readAt = now;
      }
    } catch (IOException e) {
      log.error("The keys for links cannot be read, those known stay: {}", e.getMessage());
    }
    return keys;
  }

  private List<Single> read() throws IOException {
    List<Single> read = new ArrayList<>();
    for (Path file : files(folder)) {
      byte[] random = Files.readAllBytes(file);
      if (random.length != BYTES) {
        throw new IOException(
            file
                + " holds "
                + random.length
                + " bytes instead of 32: restore it, or delete it and"
                + " all links made with it stop working");
      }
      read.add(derived.apply(random));
    }
    if (read.isEmpty()) {
      throw new IOException(folder + " holds no key any more: restore link.key");
    }
    return List.copyOf(read);
  }

  /** The newest first, by name: the first key's name holds no time, later ones do. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> LinkKeys.NAME.matcher(file.getFileName().toString()).matches())
          .sorted(
              Comparator.comparing((Path file) -> !file.endsWith(LinkKeys.FIRST))
                  .thenComparing(Path::getFileName)
                  .reversed())
          .toList();
    }
  }
}
