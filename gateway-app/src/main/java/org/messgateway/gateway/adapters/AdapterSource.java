package org.messgateway.gateway.adapters;

import java.util.List;
import java.util.function.Supplier;

/**
 * Where adapters came from: printed at start, for a jar runs with the gateway's rights.
 *
 * @param origin the jar, the folder of jars or the class path
 * @param types which adapters it gave, in order; empty when it was broken
 * @param hashes of what was loaded; none for classes that do not come from a file
 */
public record AdapterSource(String origin, List<String> types, Supplier<List<FileHash>> hashes) {

  public AdapterSource {
    types = List.copyOf(types);
  }

  AdapterSource(String origin, List<String> types, List<FileHash> files) {
    this(origin, types, () -> files);
  }

  /** What was loaded; large jars of the class path are read for it. */
  public List<FileHash> files() {
    return hashes.get();
  }

  /** One file and its SHA-256 in hexadecimal. */
  public record FileHash(String file, String sha256) {}
}
