package org.messgateway.gateway.channels.discovery;

import java.util.List;
import java.util.function.Supplier;

/**
 * Where adapters came from. Printed at the start, because a jar runs with the gateway's rights.
 *
 * @param origin the jar, the folder of jars or the class path
 * @param types of the adapters that it holds, in order; empty when it is broken
 * @param hashes of what was loaded; none for classes that do not come from a file
 */
public record AdapterSource(String origin, List<String> types, Supplier<List<FileHash>> hashes) {

  public AdapterSource {
    types = List.copyOf(types);
  }

  AdapterSource(String origin, List<String> types, List<FileHash> files) {
    this(origin, types, () -> files);
  }

  /** The loaded files; reads large jars of the class path. */
  public List<FileHash> files() {
    return hashes.get();
  }

  /** One file and its SHA-256 in hexadecimal. */
  public record FileHash(String file, String sha256) {}
}
