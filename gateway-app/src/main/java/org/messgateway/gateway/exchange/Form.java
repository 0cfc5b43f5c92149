package org.messgateway.gateway.exchange;

/** The shapes a thread has on disk (MESSE-AF 1 and 2). */
public enum Form {
  /** A folder with {@code 000-<ref>.messe-af.yaml}, overflow files and attachments; written. */
  DIRECTORY(""),
  /** One file, {@code <ref>.messe-af.yaml}. */
  FLAT(".messe-af.yaml"),
  /** One file, {@code <ref>.messe-af}. */
  FLAT_SHORT(".messe-af");

  private final String suffix;

  Form(String suffix) {
    this.suffix = suffix;
  }

  /** What follows the ref in the name. */
  public String suffix() {
    return suffix;
  }

  /** The form that a name in a state folder has. */
  static Form ofName(String name) {
    if (name.endsWith(FLAT.suffix)) {
      return FLAT;
    }
    return name.endsWith(FLAT_SHORT.suffix) ? FLAT_SHORT : DIRECTORY;
  }
}
