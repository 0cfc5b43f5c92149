package org.messgateway.gateway.exchange.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.messgateway.gateway.home.SecureFolder;

/**
 * A name in an open folder.
 *
 * @param borrowed whether another owner closes the folder
 */
public record FileEntry(SecureFolder folder, String name, boolean borrowed) implements Closeable {

  public Path path() {
    return folder.path().resolve(name);
  }

  @Override
  public void close() throws IOException {
    if (!borrowed) {
      folder.close();
    }
  }
}
