package org.messgateway.gateway.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * A picture that people in the demonstration have on their phones.
 *
 * @param jpeg its bytes; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // Identity of the bytes is never asked for.
record Photo(String name, byte[] jpeg) {

  private static final List<String> NAMES = List.of("fridge", "floor");

  /** The picture of that name; empty for every other name. */
  static Optional<Photo> named(String name) {
    return NAMES.contains(name)
        ? Optional.of(new Photo(name, bytes("/demo/" + name + ".jpg")))
        : Optional.empty();
  }

  String file() {
    return name + ".jpg";
  }

  static byte[] bytes(String resource) {
    try (InputStream stream = Photo.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(resource + " is not part of this program");
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
