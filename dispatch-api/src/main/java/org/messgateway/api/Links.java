package org.messgateway.api;

import java.net.URI;

/**
 * Where to answer; each holds a token for one executor and one thread.
 *
 * @param page for people: opens the task
 * @param shortPage the same, short enough for an SMS
 * @param respond for machines: takes a MESS message by POST
 */
public record Links(URI page, URI shortPage, URI respond) {

  /** Tokens open tasks: they do not belong in logs. */
  @Override
  public String toString() {
    return "Links[" + page.getHost() + "]";
  }
}
