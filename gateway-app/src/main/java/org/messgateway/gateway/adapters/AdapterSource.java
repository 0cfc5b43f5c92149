package org.messgateway.gateway.adapters;

import java.util.List;

/**
 * Where adapters came from: printed at start, for a jar runs with the gateway's rights.
 *
 * @param origin the jar, the folder of jars or the class path
 * @param types which adapters it gave, in order; empty when it was broken
 * @param files what was loaded; empty for classes that do not come from a file
 */
public record AdapterSource(String origin, List<String> types, List<FileHash> files) {

  public AdapterSource {
    types = List.copyOf(types);
    files = List.copyOf(files);
  }

  /** One file and its SHA-256 in hexadecimal. */
  public record FileHash(String file, String sha256) {}
}
