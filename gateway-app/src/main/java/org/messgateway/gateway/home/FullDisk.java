package org.messgateway.gateway.home;

import java.io.IOException;
import java.util.Locale;

/** A disk without room. Java tells it by the system's words alone. */
public final class FullDisk {

  private FullDisk() {}

  /** Whether a write failed for want of room, on the disk or in what this user may have of it. */
  public static boolean caused(IOException failure) {
    String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("no space left") || text.contains("quota exceeded");
  }
}
