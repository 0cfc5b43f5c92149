package org.messgateway.gateway.http.limits;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log lines of requests that were answered 500: one line for each, with its cause; in a flood
 * {@value #LINES} a minute and the number of the others. The stack is logged at DEBUG. Thread-safe.
 */
public final class RequestFailureLog {

  private static final Logger log = LoggerFactory.getLogger(RequestFailureLog.class);
  private static final int LINES = 20;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int LONGEST = 300;
  private static final int CAUSES = 3;
  private static final String OURS = "org.messgateway.";

  /** What may hold a token: all of a URL behind its host, a query, long words without a blank. */
  private static final Pattern CONFIDENTIAL =
      Pattern.compile(
          "(?<=://)[^\\s/@\"]*@|(?<=://[^\\s/?#\"]{1,253})[/?#][^\\s\"]*|\\?\\S*=\\S*"
              + "|[A-Za-z0-9_.+=-]{32,}");

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+");

  private final LongSupplier nanos;
  private long since;
  private int lines;
  private int left;

  /**
   * @param nanos monotonic time
   */
  public RequestFailureLog(LongSupplier nanos) {
    this.nanos = nanos;
    this.since = nanos.getAsLong();
  }

  /**
   * A request was answered 500.
   *
   * @param path as it was sent, without its query
   */
  public void failed(String path, Throwable failure) {
    line("A request to " + plain(path) + " failed; the caller was answered 500", failure);
  }

  /**
   * Something failed that an agent's program asked for; it was told so, in fixed words.
   *
   * @param what for example {@code the tool mess}
   */
  public void failedForAgent(String what, Throwable failure) {
    line(plain(what) + " failed for an agent, who was told so", failure);
  }

  private void line(String sentence, Throwable failure) {
    log.debug("A request failed.", failure);
    String others = others();
    if (others != null) {
      log.error("{}: {}{}", sentence, cause(failure), others);
    }
  }

  /** Null when there were too many lines; else what to say of those that were left out. */
  private synchronized @Nullable String others() {
    long now = nanos.getAsLong();
    if (now - since >= MINUTE) {
      since = now;
      lines = 0;
    }
    if (lines >= LINES) {
      left++;
      return null;
    }
    lines++;
    String others = left == 0 ? "" : " (" + left + " before it were not logged)";
    left = 0;
    return others;
  }

  private static String cause(Throwable failure) {
    StringBuilder said = new StringBuilder();
    Throwable each = failure;
    for (int i = 0; each != null && i < CAUSES; i++, each = each.getCause()) {
      said.append(i == 0 ? "" : ", caused by ").append(each.getClass().getSimpleName());
      String message = each.getMessage();
      if (message != null) {
        said.append(": ").append(CONFIDENTIAL.matcher(plain(message)).replaceAll("…"));
      }
      said.append(place(each));
    }
    return said.toString();
  }

  /** The topmost place and, where that is not ours, the topmost of ours. */
  private static String place(Throwable failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    if (stack.length == 0) {
      return "";
    }
    StringBuilder said = new StringBuilder(" at ").append(place(stack[0]));
    if (!stack[0].getClassName().startsWith(OURS)) {
      for (StackTraceElement frame : stack) {
        if (frame.getClassName().startsWith(OURS)) {
          return said.append(" in ").append(place(frame)).toString();
        }
      }
    }
    return said.toString();
  }

  private static String place(StackTraceElement frame) {
    String name = frame.getClassName();
    return name.substring(name.lastIndexOf('.') + 1) + ":" + frame.getLineNumber();
  }

  private static String plain(String text) {
    String line = CONTROL.matcher(text).replaceAll(" ");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
