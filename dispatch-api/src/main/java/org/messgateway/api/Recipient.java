package org.messgateway.api;

import java.time.ZoneId;
import org.messgateway.api.text.Texts;

/**
 * An executor that a notification is for.
 *
 * @param executor the executor's id
 * @param name the executor's display name; the id when the configuration gives none
 * @param zone the time zone for times in texts
 * @param texts the texts in the language of this reader
 */
public record Recipient(String executor, String name, ZoneId zone, Texts texts) {

  /** A recipient who reads English. */
  public Recipient(String executor, String name, ZoneId zone) {
    this(executor, name, zone, Texts.ENGLISH);
  }
}
