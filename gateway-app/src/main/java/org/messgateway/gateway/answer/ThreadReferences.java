package org.messgateway.gateway.answer;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.exchange.Ref;

/**
 * Whether a {@code re:} means this thread: its ref, its client id, that in a namespace ({@code
 * shop:042}), the ref of one of its messages, or {@code last}. Source: protocol §1.4.
 */
public final class ThreadReferences {

  static final String LAST = "last";

  private final MessThread thread;

  public ThreadReferences(MessThread thread) {
    this.thread = thread;
  }

  /** The reference when the entry has none: the requestor's own id. */
  public String own() {
    String id = clientId(thread);
    return id == null ? thread.ref() : id;
  }

  static @Nullable String clientId(MessThread thread) {
    String written = thread.envelope().clientId();
    return written != null ? written : thread.request().map(Payload.Request::id).orElse(null);
  }

  /**
   * The {@code re} to write.
   *
   * @throws AnswerRefusal when it means another thread
   */
  Object checked(@Nullable Object re) throws AnswerRefusal {
    List<String> said = texts(re);
    if (said.isEmpty()) {
      return own();
    }
    for (String each : said) {
      if (!means(each)) {
        throw new AnswerRefusal(
            "It refers to \"%s\", but this task is %s. Leave re out, or say re: %s."
                .formatted(
                    each.length() > 80 ? each.substring(0, 80) + "…" : each, thread.ref(), own()));
      }
    }
    return re instanceof Collection<?> ? List.copyOf(said) : said.getFirst();
  }

  /** The references of a {@code re}, one or several. */
  public static List<String> texts(@Nullable Object re) {
    Stream<?> said = re instanceof Collection<?> many ? many.stream() : Stream.ofNullable(re);
    return said.filter(each -> !(each instanceof Map))
        .map(String::valueOf)
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  boolean means(String re) {
    if (re.equals(LAST) || re.startsWith(thread.ref() + "/")) {
      return true;
    }
    return names().stream()
        .anyMatch(name -> re.equals(name) || re.endsWith(":" + name) || name.endsWith(":" + re));
  }

  private Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    names.add(thread.ref());
    // Another program may know the thread by what its envelope says.
    Stream.of(thread.envelope().ref()).filter(ref -> Ref.of(ref).isPresent()).forEach(names::add);
    Stream.ofNullable(thread.envelope().clientId()).forEach(names::add);
    thread.request().map(Payload.Request::id).ifPresent(names::add);
    return names;
  }
}
