package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.YamlReader;

/** Reads a message as it comes over the wire: YAML or JSON, wrapped in {@code MESS:} or bare. */
public final class MessBody {

  /** What the list of entries is called. */
  static final String LIST = "MESS";

  /**
   * Why an entry is not called so. Whoever reads a thread counts a list within a list as its
   * entries (protocol §8.7): what is within would be written without having been checked.
   */
  static final String NESTED = "MESS stands once, around all entries, and is none of them.";

  private static final String NAME = "the message";
  private static final int LARGEST_WITH_LINES = 128 * 1024;

  private MessBody() {}

  /**
   * The entries of its MESS list. YAML 1.2 core rules, of which JSON is a part.
   *
   * @param body UTF-8, at most the size the caller allows
   * @throws ThreadFormatException with line and column when it cannot be understood
   */
  public static List<Map<String, @Nullable Object>> read(byte[] body) throws ThreadFormatException {
    Object root = YamlReader.meaning(Document.whole(NAME, body)).value();
    Object list = root instanceof Map<?, ?> map && map.containsKey(LIST) ? map.get(LIST) : root;
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    for (Object entry :
        list instanceof Collection<?> many ? many : List.of(list == null ? "" : list)) {
      entries.add(entry(entry));
    }
    return entries;
  }

  /**
   * From the number of an entry, 1 for the first, to its line; 0 for none. Of small messages only,
   * and read again when it is asked: few messages are wrong.
   *
   * @param body as {@link #read} has read it
   */
  public static IntUnaryOperator lines(byte[] body) {
    return body.length > LARGEST_WITH_LINES ? _ -> 0 : entry -> line(body, entry);
  }

  private static int line(byte[] body, int entry) {
    try {
      return YamlReader.read(Document.whole(NAME, body)).line(LIST, entry - 1);
    } catch (ThreadFormatException e) {
      return 0;
    }
  }

  /**
   * The entries in the body of a webhook's response: only a top-level {@code MESS} list counts
   * (docs/rules.md#webhook). Empty when there is none.
   *
   * @throws ThreadFormatException when it looks like one and cannot be understood
   */
  public static List<Map<String, @Nullable Object>> answer(ServiceReply reply)
      throws ThreadFormatException {
    byte[] body = reply.body();
    boolean mentions = new String(body, UTF_8).contains(LIST);
    if (body.length > ServiceReply.MOST || !mentions) {
      return List.of();
    }
    if (!reply.complete()) {
      throw new ThreadFormatException("the body", 1, 1, "it was cut off or came too late");
    }
    Object root = YamlReader.meaning(Document.whole("the body", body)).value();
    return root instanceof Map<?, ?> map && map.get(LIST) instanceof List<?>
        ? read(body)
        : List.of();
  }

  private static Map<String, @Nullable Object> entry(@Nullable Object entry)
      throws ThreadFormatException {
    if (!(entry instanceof Map<?, ?> map) || map.size() != 1) {
      throw new ThreadFormatException(
          NAME,
          1,
          1,
          "MESS is a list of entries with one key each, as in `- status: {code: claimed}`");
    }
    Map<String, @Nullable Object> typed = new LinkedHashMap<>();
    map.forEach((key, value) -> typed.put(String.valueOf(key), value));
    return typed;
  }
}
