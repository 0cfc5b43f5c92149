package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.routing.ExecutorVerdict.ChannelVerdict;

/**
 * Who is told of a task, over which channels and when, for whoever asks: in the order of the
 * configuration, those who are told later at the end.
 *
 * @param notices one for each executor and channel
 * @param holds why nobody, or not yet: sentences for people
 */
public record Forecast(List<Notice> notices, List<String> holds) {

  public Forecast {
    notices = List.copyOf(notices);
    holds = List.copyOf(holds);
  }

  /**
   * One executor and how it is told.
   *
   * @param name what people call it
   * @param channel null while it is not known yet: a later step, or a task that is held
   * @param at null for at once, or for as soon as nothing holds the task
   * @param unlessTaken whether it is told only if nobody has taken the task by then
   */
  public record Notice(
      String executor,
      String name,
      @Nullable String channel,
      @Nullable Instant at,
      boolean unlessTaken) {}

  /**
   * Who is told of a route's task, and when.
   *
   * @param now of the route
   */
  public static Forecast of(Route route, Catalogue catalogue, Instant now) {
    List<Notice> notices =
        route.explanation().verdicts().stream()
            .flatMap(verdict -> notices(verdict, name(catalogue, verdict.executor()), now))
            .toList();
    List<Notice> ordered = new ArrayList<>();
    notices.stream().filter(each -> !each.unlessTaken()).forEach(ordered::add);
    notices.stream().filter(Notice::unlessTaken).forEach(ordered::add);
    // A time before which nobody is told stands with each name.
    return new Forecast(
        ordered,
        route.holds().stream()
            .filter(hold -> hold.kind() != Hold.Kind.NOT_BEFORE)
            .map(Hold::sentence)
            .toList());
  }

  private static String name(Catalogue catalogue, String id) {
    return catalogue.executor(id).map(Executor::name).orElse(id);
  }

  private static Stream<Notice> notices(ExecutorVerdict verdict, String name, Instant now) {
    String id = verdict.executor();
    return switch (verdict) {
      case ExecutorVerdict.Notified told ->
          told.channels().stream().flatMap(channel -> notice(id, name, channel, now));
      case ExecutorVerdict.LaterStep later when !later.tooLate() ->
          Stream.of(new Notice(id, name, null, later.at(), true));
      case ExecutorVerdict.OnHold _ -> Stream.of(new Notice(id, name, null, null, false));
      case ExecutorVerdict.LaterStep _,
          ExecutorVerdict.AfterDeadline _,
          ExecutorVerdict.NoOpenHours _,
          ExecutorVerdict.Excluded _ ->
          Stream.empty();
    };
  }

  private static Stream<Notice> notice(
      String id, String name, ChannelVerdict channel, Instant now) {
    return switch (channel) {
      case ChannelVerdict.UsedChannel used ->
          Stream.of(
              new Notice(
                  id, name, used.channel(), used.due().isAfter(now) ? used.due() : null, false));
      case ChannelVerdict.LaterChannel later ->
          Stream.of(new Notice(id, name, later.channel(), later.at(), true));
      case ChannelVerdict.SparedChannel _ -> Stream.empty();
    };
  }

  /**
   * In one line: {@code goes to: Teague (Slack), Ana (Telegram, after 07:00)}.
   *
   * @param zone of the reader
   */
  public String line(ZoneId zone, Instant now) {
    String why = holds.isEmpty() ? "" : " (" + String.join("; ", holds) + ")";
    if (notices.isEmpty()) {
      return "goes to: nobody" + why;
    }
    return "goes to: "
        + notices.stream().map(notice -> shown(notice, zone, now)).collect(Collectors.joining(", "))
        + why;
  }

  private static String shown(Notice notice, ZoneId zone, Instant now) {
    String time = notice.at() == null ? "" : "after " + InstantText.near(notice.at(), now, zone);
    String how =
        Stream.of(label(notice.channel()), time, notice.unlessTaken() ? "unless taken" : "")
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining(", "));
    return how.isEmpty() ? notice.name() : notice.name() + " (" + how + ")";
  }

  /** A channel as people write it; one with a name of its own stands as it is. */
  private static String label(@Nullable String channel) {
    return switch (channel) {
      case null -> "";
      case "slack" -> "Slack";
      case "telegram" -> "Telegram";
      case "sms" -> "SMS";
      case "mcp" -> "MCP";
      case "http" -> "inbox";
      default -> channel;
    };
  }
}
