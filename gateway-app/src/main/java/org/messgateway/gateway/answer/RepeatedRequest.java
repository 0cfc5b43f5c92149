package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;
import org.messgateway.gateway.protocol.Deadline;

/**
 * The request of a thread in its own words, to be asked again: all keys are kept, whatever they
 * are. What only the envelope says is put into it, and a deadline that counts from the thread's
 * creation becomes an instant.
 */
final class RepeatedRequest {

  private static final String REQUEST = "request";
  private static final String CONTEXT = "context";
  private static final String CONSTRAINTS = "constraints";
  private static final String TIMING = "timing";
  private static final String EXPIRES = "expires";
  private static final String NEEDED_BY = "needed_by";

  private static final Set<String> KINDS = Set.of("image", "audio", "video", "file");

  /** An attachment as writers number it, with or without its folder. */
  private static final Pattern NUMBERED = Pattern.compile("(?:[^:]*/)?att-[^/]+");

  /** A name that is no address. */
  private static final Pattern PLAIN = Pattern.compile("[^/\\\\:]+");

  private final Map<String, @Nullable Object> request;

  private RepeatedRequest(Map<String, @Nullable Object> request) {
    this.request = request;
  }

  /** The words of a thread; empty when it has no request. */
  static Optional<RepeatedRequest> of(LoadedThread loaded) {
    MessThread thread = loaded.thread();
    return thread.messages().stream()
        .filter(message -> !message.payloads(Payload.Request.class).isEmpty())
        .findFirst()
        .flatMap(message -> request(value(loaded, message.position())))
        .map(words -> {
          RepeatedRequest own = new RepeatedRequest(words);
          own.complete(thread);
          return own;
        });
  }

  private static @Nullable Object value(LoadedThread loaded, int position) {
    try {
      return YamlReader.meaning(loaded.parsed().messages().get(position)).value();
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("this document could be read before: " + e.getMessage(), e);
    }
  }

  /** The first request beneath a value, in whatever form the list stands. */
  private static Optional<Map<String, @Nullable Object>> request(@Nullable Object value) {
    if (value instanceof Collection<?> many) {
      return many.stream().flatMap(each -> request(each).stream()).findFirst();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return Optional.empty();
    }
    return map.containsKey(REQUEST)
        ? Optional.of(body(map.get(REQUEST)))
        : request(map.get("MESS"));
  }

  private static Map<String, @Nullable Object> body(@Nullable Object value) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> body.put(String.valueOf(key), each));
    } else {
      body.put("intent", value);
    }
    return body;
  }

  private void complete(MessThread thread) {
    Envelope envelope = thread.envelope();
    String id = ThreadReferences.clientId(thread);
    if (id != null) {
      request.put("id", id);
    }
    request.put("intent", thread.intent());
    request.computeIfPresent(CONTEXT, (_, said) -> referring(thread.ref(), said));
    Priority priority = thread.priority();
    request.putIfAbsent("priority", priority.code());
    if (envelope.confirmBefore()) {
      request.putIfAbsent("confirm_before", true);
    }
    Deadline.of(thread).at().ifPresent(this::endAt);
  }

  /** With attachments of the thread, which lie beside it alone, by where they are. */
  private static @Nullable Object referring(String ref, @Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        boolean typed = KINDS.contains(String.valueOf(map.get("type")));
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, each) -> {
          boolean media = KINDS.contains(String.valueOf(key));
          copy.put(String.valueOf(key), media ? media(ref, each) : referring(ref, each));
        });
        yield typed ? stored(ref, copy) : copy;
      }
      case Collection<?> many -> {
        List<@Nullable Object> copy = new ArrayList<>();
        many.forEach(each -> copy.add(referring(ref, each)));
        yield copy;
      }
      case null -> null;
      default -> value;
    };
  }

  private static @Nullable Object media(String ref, @Nullable Object value) {
    return switch (value) {
      case String name when NUMBERED.matcher(name).matches() -> Map.of("uri", content(ref, name));
      case Map<?, ?> map -> stored(ref, body(map));
      case null -> null;
      default -> value;
    };
  }

  /** {@code file} names an attachment, {@code path} does where its last part is numbered. */
  private static Map<String, @Nullable Object> stored(
      String ref, Map<String, @Nullable Object> media) {
    for (String key : List.of("file", "path")) {
      if (media.get(key) instanceof String name
          && (NUMBERED.matcher(name).matches()
              || (key.equals("file") && PLAIN.matcher(name).matches()))
          && !media.containsKey("uri")
          && !media.containsKey("data")) {
        media.remove(key);
        media.put("uri", content(ref, name));
      }
    }
    return media;
  }

  private static String content(String ref, String path) {
    return "content://" + ref + "/" + path.substring(path.lastIndexOf('/') + 1);
  }

  private void endAt(Instant deadline) {
    Map<String, @Nullable Object> timing = inner(inner(request, CONSTRAINTS), TIMING);
    if (counts(request.get(NEEDED_BY))) {
      request.put(NEEDED_BY, deadline.toString());
    } else if (counts(timing.get(EXPIRES))) {
      putTiming(EXPIRES, deadline.toString());
    } else if (request.get(NEEDED_BY) == null && timing.get(EXPIRES) == null) {
      request.put(NEEDED_BY, deadline.toString());
    }
  }

  private static boolean counts(@Nullable Object deadline) {
    return deadline != null && Durations.parse(deadline.toString()).isPresent();
  }

  private void putTiming(String key, @Nullable Object value) {
    Map<String, @Nullable Object> constraints = inner(request, CONSTRAINTS);
    Map<String, @Nullable Object> timing = inner(constraints, TIMING);
    timing.put(key, value);
    timing.values().removeIf(Objects::isNull);
    constraints.put(TIMING, timing);
    request.put(CONSTRAINTS, constraints);
  }

  private static Map<String, @Nullable Object> inner(
      Map<String, @Nullable Object> map, String key) {
    return map.get(key) instanceof Map<?, ?> inner ? body(inner) : new LinkedHashMap<>();
  }

  /** Without a deadline: what is done again after its time has a time of its own. */
  RepeatedRequest withoutDeadline() {
    request.remove(NEEDED_BY);
    if (!inner(inner(request, CONSTRAINTS), TIMING).isEmpty()) {
      putTiming(EXPIRES, null);
    }
    return this;
  }

  /** With one more text for whoever does it. */
  RepeatedRequest adding(@Nullable String text) {
    if (text != null && !text.isBlank()) {
      List<@Nullable Object> context = list(request.get(CONTEXT));
      context.add(text);
      request.put(CONTEXT, context);
    }
    return this;
  }

  /** With other values at these keys; maps are changed key by key, null takes a key away. */
  RepeatedRequest changed(Map<?, ?> changes) {
    change(request, changes);
    return this;
  }

  private static void change(Map<String, @Nullable Object> map, Map<?, ?> changes) {
    changes.forEach((key, value) -> {
      String name = String.valueOf(key);
      if (value == null) {
        map.remove(name);
      } else if (value instanceof Map<?, ?> more && map.get(name) instanceof Map<?, ?> old) {
        Map<String, @Nullable Object> inner = body(old);
        change(inner, more);
        map.put(name, inner);
      } else {
        map.put(name, value);
      }
    });
  }

  /** A value as a list of its own. */
  static List<@Nullable Object> list(@Nullable Object value) {
    if (value instanceof Collection<?> many) {
      return new ArrayList<>(many);
    }
    List<@Nullable Object> one = new ArrayList<>();
    if (value != null) {
      one.add(value);
    }
    return one;
  }

  @Nullable Object get(String key) {
    return request.get(key);
  }

  Map<String, @Nullable Object> values() {
    return request;
  }
}
