package org.messgateway.gateway.http;

import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.links.TokenException;

/**
 * A request that cannot be served, with what to answer (RFC 9457). Its message is for the caller:
 * what is wrong and what would be right; nothing of the thread, no token.
 */
public final class ProblemException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private static final String UNTYPED = "about:blank";

  private final int status;
  private final String title;
  private final String type;

  @SuppressWarnings("serial") // Always a LinkedHashMap, which is.
  private final Map<String, @Nullable Serializable> more;

  private final Duration retryAfter;

  public ProblemException(int status, String title, String detail) {
    this(status, title, detail, UNTYPED, new LinkedHashMap<>(), Duration.ZERO);
  }

  private ProblemException(
      int status,
      String title,
      String detail,
      String type,
      Map<String, @Nullable Serializable> more,
      Duration retryAfter) {
    super(detail);
    this.status = status;
    this.title = title;
    this.type = type;
    this.more = more;
    this.retryAfter = retryAfter;
  }

  public static ProblemException notFound(String what) {
    return new ProblemException(404, "Not found", what);
  }

  static ProblemException of(TokenException e) {
    String type =
        switch (e.reason()) {
          case MISSING -> UNTYPED;
          case FORGED -> "urn:mess:forged";
          case EXPIRED -> "urn:mess:expired";
        };
    return new ProblemException(401, "Unauthorized", String.valueOf(e.getMessage())).typed(type);
  }

  /** The same with a type for programs, for example {@code urn:mess:taken}. */
  public ProblemException typed(String urn) {
    return new ProblemException(status, title, detail(), urn, more, retryAfter);
  }

  /** The same with one more member; null is written as such. */
  public ProblemException with(String name, @Nullable Serializable value) {
    Map<String, @Nullable Serializable> extended = new LinkedHashMap<>(more);
    extended.put(name, value);
    return new ProblemException(status, title, detail(), type, extended, retryAfter);
  }

  /** The same with a Retry-After in whole seconds, at least 1. */
  public ProblemException retryAfter(Duration delay) {
    return new ProblemException(status, title, detail(), type, more, delay);
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  public String type() {
    return type;
  }

  /** What is wrong and what would be right. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** Members beside those that every problem has. */
  public Map<String, @Nullable Serializable> more() {
    return Collections.unmodifiableMap(more);
  }

  /** Zero for none. */
  Duration retryAfter() {
    return retryAfter;
  }
}
