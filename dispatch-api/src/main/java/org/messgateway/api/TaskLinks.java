package org.messgateway.api;

import java.net.URI;

/**
 * The URLs to answer a notification at. Each holds a token for one executor and one thread
 * (docs/rules.md#links-and-tokens).
 *
 * @param page opens the task's page, for people
 * @param shortPage opens the same page, short enough for an SMS
 * @param respond accepts a MESS message by POST, for machines
 */
public record TaskLinks(URI page, URI shortPage, URI respond) {

  /** The host alone, because a URL holds a token and logs may hold this text. */
  @Override
  public String toString() {
    return "TaskLinks[" + page.getHost() + "]";
  }
}
