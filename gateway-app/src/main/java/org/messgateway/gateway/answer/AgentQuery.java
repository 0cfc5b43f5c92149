package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.api.mess.Timestamps;

/** What an agent asks about; changes nothing. Source: protocol §7.3 and §8.6. */
public sealed interface AgentQuery {

  /** Most rows of one answer. */
  int MOST = 500;

  /** Rows of an answer whose query names no limit. */
  int USUAL = 100;

  /**
   * How the threads stand that all of these let through, the newest first.
   *
   * @param re refs and ids; empty for all threads
   * @param statuses empty for all that are open, or for all where {@code re} names threads
   * @param executor who has them; null for anybody and nobody
   * @param since changed then or later; null for ever
   * @param tags each of them on a capability that the thread requires
   * @param limit rows at most, 1 to {@link #MOST}
   * @param cursor last ref of the page before; null for the first page
   */
  record ThreadQuery(
      List<String> re,
      Set<ThreadStatus> statuses,
      @Nullable String executor,
      @Nullable Instant since,
      List<String> tags,
      int limit,
      @Nullable String cursor)
      implements AgentQuery {

    public ThreadQuery {
      re = List.copyOf(re);
      statuses = Set.copyOf(statuses);
      tags = List.copyOf(tags);
    }
  }

  /** Capabilities that are known here and have all of these tags. */
  record CapabilityQuery(List<String> tags) implements AgentQuery {

    public CapabilityQuery {
      tags = List.copyOf(tags);
    }
  }

  /** Executors; those of that id, or all. */
  record ExecutorQuery(@Nullable String executor) implements AgentQuery {}

  /** Reads queries. */
  final class Reader {

    private static final String EXAMPLE =
        "- query: {type: status, filter: {status: [claimed], since: 2026-01-31T17:00:00Z}}";

    private static final Set<String> FILTERS =
        Set.of("re", "status", "executor", "since", "tags", "limit", "cursor");

    private Reader() {}

    /**
     * Reads the value of a {@code query}.
     *
     * @throws AnswerRefusal when it is none; says what would be right
     */
    static AgentQuery read(@Nullable Object value) throws AnswerRefusal {
      Map<?, ?> query = value instanceof Map<?, ?> map ? map : Map.of();
      Object type = value instanceof String ? value : query.get("type");
      Map<?, ?> filter = filter(query.get("filter"));
      return switch (String.valueOf(type)) {
        case "status" -> threads(filter);
        case "capabilities" -> new CapabilityQuery(texts(filter, "tags"));
        case "executors" -> new ExecutorQuery(text(filter, "executor"));
        default ->
            throw new AnswerRefusal(
                "The type of a query is status, capabilities or executors.", EXAMPLE);
      };
    }

    private static Map<?, ?> filter(@Nullable Object filter) throws AnswerRefusal {
      if (filter == null) {
        return Map.of();
      }
      if (!(filter instanceof Map<?, ?> map)) {
        throw new AnswerRefusal("The filter of a query has keys, such as re and status.", EXAMPLE);
      }
      for (Object key : map.keySet()) {
        if (!FILTERS.contains(String.valueOf(key))) {
          throw new AnswerRefusal(
              "A filter \"%s\" is unknown; re, status, executor, since, tags, limit and cursor are known."
                  .formatted(key),
              EXAMPLE);
        }
      }
      return map;
    }

    private static ThreadQuery threads(Map<?, ?> filter) throws AnswerRefusal {
      Set<ThreadStatus> statuses = EnumSet.noneOf(ThreadStatus.class);
      for (String code : texts(filter, "status")) {
        statuses.add(
            ThreadStatus.of(code)
                .orElseThrow(() ->
                    new AnswerRefusal("There is no status \"%s\".".formatted(code), EXAMPLE)));
      }
      String since = text(filter, "since");
      return new ThreadQuery(
          texts(filter, "re"),
          statuses,
          text(filter, "executor"),
          since == null ? null : time(since),
          texts(filter, "tags"),
          limit(filter.get("limit")),
          text(filter, "cursor"));
    }

    private static Instant time(String since) throws AnswerRefusal {
      return Timestamps.parse(since)
          .orElseThrow(() -> new AnswerRefusal("\"%s\" is no time.".formatted(since), EXAMPLE));
    }

    private static int limit(@Nullable Object limit) throws AnswerRefusal {
      if (limit == null) {
        return USUAL;
      }
      if (limit instanceof Number number && number.longValue() >= 1) {
        return (int) Math.min(number.longValue(), MOST);
      }
      throw new AnswerRefusal(
          "A limit is a number from 1 to %d.".formatted(MOST),
          "- query: {type: status, filter: {limit: 50}}");
    }

    private static List<String> texts(Map<?, ?> filter, String key) {
      return ThreadReferences.texts(filter.get(key));
    }

    private static @Nullable String text(Map<?, ?> filter, String key) {
      List<String> texts = texts(filter, key);
      return texts.isEmpty() ? null : texts.getFirst();
    }
  }
}
