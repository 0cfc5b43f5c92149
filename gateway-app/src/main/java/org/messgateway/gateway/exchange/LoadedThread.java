package org.messgateway.gateway.exchange;

import java.util.List;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.ReadThread;

/**
 * A whole thread as it was read.
 *
 * @param place where it was read
 * @param fingerprint of its files when they were read
 * @param read what it says, and the documents that say it
 * @param missing files that answers name and that are not there
 * @param otherCopies where the same ref lies too; during somebody's move, or by mistake
 */
public record LoadedThread(
    Place place,
    Fingerprint fingerprint,
    ReadThread read,
    List<String> missing,
    List<Place> otherCopies) {

  public LoadedThread {
    missing = List.copyOf(missing);
    otherCopies = List.copyOf(otherCopies);
  }

  public Ref ref() {
    return place.ref();
  }

  /** What it says. */
  public MessThread thread() {
    return read.thread();
  }

  LoadedThread beside(List<Place> others) {
    return new LoadedThread(place, fingerprint, read, missing, others);
  }
}
