package org.messgateway.gateway.exchange;

/** Layouts of a thread on disk (MESSE-AF 1 and 2). */
public enum ThreadLayout {
  /** A folder with {@code 000-<ref>.messe-af.yaml}, overflow files and attachments; written. */
  DIRECTORY(""),
  /** One file, {@code <ref>.messe-af.yaml}. */
  FLAT(".messe-af.yaml"),
  /** One file, {@code <ref>.messe-af}. */
  FLAT_SHORT(".messe-af");

  private final String suffix;

  ThreadLayout(String suffix) {
    this.suffix = suffix;
  }

  /** Suffix after the ref in the name. */
  public String suffix() {
    return suffix;
  }

  /** The layout of an entry in a state folder, by its name. */
  static ThreadLayout ofName(String name) {
    if (name.endsWith(FLAT.suffix)) {
      return FLAT;
    }
    return name.endsWith(FLAT_SHORT.suffix) ? FLAT_SHORT : DIRECTORY;
  }
}
