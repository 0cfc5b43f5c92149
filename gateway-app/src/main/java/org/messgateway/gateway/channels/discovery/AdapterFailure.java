package org.messgateway.gateway.channels.discovery;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.messgateway.gateway.dispatch.ChannelFailure;

/**
 * An adapter or its provider threw, or did not return, where it should have answered. The message
 * names the jar, the call, the class of the exception and the line, never the exception's text,
 * which may hold a secret of the settings. The exception itself is not kept: its methods are
 * foreign code, too.
 */
public final class AdapterFailure extends ChannelFailure {

  private static final long serialVersionUID = 1L;

  /** What the exception says of itself; only where no secret is known to it yet. */
  private final String text;

  /**
   * @param origin the jar
   * @param sentence which call failed, and how
   * @param where where the stack trace is; may be empty
   * @param text what the exception says of itself
   */
  AdapterFailure(String origin, String sentence, String where, String text) {
    super(origin + ": " + sentence + "." + where, sentence, true);
    this.text = text;
  }

  /** Nothing was given to the jar. */
  AdapterFailure(String sentence) {
    super(sentence, sentence, false);
    this.text = sentence;
  }

  /** The exception with its text, for a provider that has not been configured. */
  String text() {
    return text;
  }

  /**
   * What was thrown, in words.
   *
   * @param place class and line of the first frame that is the adapter's own; empty for none
   * @param text class, message and causes, one line
   * @param trace the whole stack trace
   */
  record Thrown(String kind, String place, String text, String trace) {

    private static final int LONGEST = 1_000;

    /**
     * Asks the exception; to be called where foreign code may run.
     *
     * @param loader of the adapter
     */
    @SuppressWarnings("CatchingUnchecked") // An exception's own methods may throw anything.
    static Thrown of(Throwable thrown, ClassLoader loader) {
      String kind = thrown.getClass().getName();
      try {
        StringBuilder text = new StringBuilder(kind);
        String message = thrown.getMessage();
        text.append(message == null ? "" : ": " + message);
        Throwable cause = thrown.getCause();
        if (cause != null) {
          text.append(" (").append(cause).append(')');
        }
        return new Thrown(linkage(thrown, kind), place(thrown, loader), line(text), trace(thrown));
      } catch (Throwable itsOwn) {
        return new Thrown(kind, "", kind, kind);
      }
    }

    /** A linkage error names classes only, and those are what its author needs. */
    private static String linkage(Throwable thrown, String kind) {
      return thrown instanceof LinkageError
          ? kind + ": " + line(String.valueOf(thrown.getMessage()))
          : kind;
    }

    private static String line(CharSequence text) {
      String line = text.toString().replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]+", " ");
      return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }

    private static String place(Throwable thrown, ClassLoader loader) {
      List<StackTraceElement> frames = List.of(thrown.getStackTrace());
      String own = String.valueOf(loader.getName());
      return frames.stream()
          .filter(frame -> own.equals(frame.getClassLoaderName()))
          .findFirst()
          .or(() -> frames.stream().findFirst())
          .map(Thrown::frame)
          .orElse("");
    }

    /** Without the name of the class loader, which is a path. */
    static String frame(StackTraceElement frame) {
      return "%s.%s(%s:%d)"
          .formatted(
              frame.getClassName(),
              frame.getMethodName(),
              frame.getFileName(),
              frame.getLineNumber());
    }

    private static String trace(Throwable thrown) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      return trace.toString();
    }

    /** Class and line. */
    String sentence() {
      return place.isEmpty() ? kind : kind + " at " + place;
    }
  }
}
