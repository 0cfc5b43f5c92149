package org.messgateway.api;

import java.net.URI;
import java.util.function.Supplier;

/**
 * The URLs to answer a notification at. Each holds a token for one executor and one thread
 * (docs/rules.md#links-and-tokens). A channel uses one or two of them, and each is made when it is
 * asked for. Thread-safe.
 */
public final class TaskLinks {

  private final Supplier<String> page;
  private final Supplier<String> shortPage;
  private final Supplier<String> respond;

  public TaskLinks(URI page, URI shortPage, URI respond) {
    this(page::toString, shortPage::toString, respond::toASCIIString);
  }

  /** Links that are made for each question: from texts in ASCII that are always the same. */
  public TaskLinks(Supplier<String> page, Supplier<String> shortPage, Supplier<String> respond) {
    this.page = page;
    this.shortPage = shortPage;
    this.respond = respond;
  }

  /** Opens the task's page, for people. */
  public URI page() {
    return URI.create(page.get());
  }

  /** Opens the same page, short enough for an SMS. */
  public URI shortPage() {
    return URI.create(shortPage.get());
  }

  /** Accepts a MESS message by POST, for machines. */
  public URI respond() {
    return URI.create(respond.get());
  }

  /** The same as a text in ASCII, for a header: each robot gets one, and to parse a URL is dear. */
  public String respondText() {
    return respond.get();
  }

  /** The host alone, because a URL holds a token and logs may hold this text. */
  @Override
  public String toString() {
    return "TaskLinks[" + page().getHost() + "]";
  }
}
