package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.protocol.Generation;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.SettledDelivery;

/**
 * The format of deliveries in a thread's history: {@code notified ana via slack [<delivery id>]}.
 * All kinds but requests add their kind and, where it is not 0, their serial: {@code notified ana
 * via slack (taken 1) [<delivery id>]}. People can read it, and a lost queue can be rebuilt from it
 * without a second notification.
 */
public final class DispatchHistory {

  static final String BY = "exchange";

  private static final Pattern NOTIFIED =
      Pattern.compile("(\\S+) via (\\S+)(?: \\(([a-z]+)(?: (\\d{1,9}))?\\))? \\[([0-9a-f]{32})]");

  private DispatchHistory() {}

  /** One delivery that history records. */
  record Notified(
      String executor, String channel, NotificationKind kind, int serial, String id, Instant at) {

    /** A request; its round is not written. */
    Notified(String executor, String channel, String id, Instant at) {
      this(executor, channel, NotificationKind.REQUEST, 0, id, at);
    }
  }

  /**
   * The entries to be added for settled rows. Rows that were withdrawn get none. Rows that history
   * names already get none either: a crash between writing an entry and noting that it is written
   * must not repeat it. Nor do those of an earlier task that had the ref.
   */
  public static List<HistoryEntry> entries(
      List<SettledDelivery> settled, List<HistoryEntry> history, Instant now) {
    List<HistoryEntry> entries = new ArrayList<>();
    long generation = Generation.in(history);
    List<SettledDelivery> rows =
        settled.stream().filter(row -> row.identity().generation() >= generation).toList();
    Set<String> noted = delivered(history).stream().map(Notified::id).collect(Collectors.toSet());
    List<SettledDelivery> delivered =
        rows.stream().filter(row -> delivered(row) && !noted.contains(row.id())).toList();
    if (!delivered.isEmpty()) {
      String note =
          delivered.stream()
              .map(DispatchHistory::named)
              .collect(Collectors.joining(", ", "notified ", ""));
      entries.add(new HistoryEntry(HistoryEntry.DISPATCHED, latest(delivered, now), BY, note));
    }
    rows.stream()
        .filter(DispatchHistory::failed)
        .map(row -> failure(row, now))
        .forEach(entries::add);
    return entries;
  }

  private static HistoryEntry failure(SettledDelivery row, Instant now) {
    String why = row.sentence() == null ? row.state().code() : row.sentence();
    return new HistoryEntry(
        HistoryEntry.DISPATCH_FAILED,
        row.at() == null ? now : row.at(),
        BY,
        "could not notify " + named(row) + ": " + why);
  }

  private static boolean delivered(SettledDelivery row) {
    return row.state() == DeliveryState.DELIVERED;
  }

  /** Failures of notes are left out: the requestor can do nothing about them. */
  private static boolean failed(SettledDelivery row) {
    boolean matters =
        switch (row.identity().kind()) {
          case REQUEST, CLAIMED, REPLY, CANCELLED, EXPIRED -> true;
          case TAKEN, REMINDER, FINISHED, TROUBLE, DIGEST, TEST -> false;
          case RELEASED, QUESTION, ANSWER, ENDED -> true;
          case PROGRESS, UNROUTABLE -> false;
        };
    return matters
        && switch (row.state()) {
          case REJECTED, EXPIRED, DEAD -> true;
          case QUEUED, SENDING, DELIVERED, WITHDRAWN -> false;
        };
  }

  private static String named(SettledDelivery row) {
    Identity identity = row.identity();
    return "%s via %s%s [%s]"
        .formatted(identity.executor(), identity.channel(), kind(identity), row.id());
  }

  private static String kind(Identity identity) {
    if (identity.kind() == NotificationKind.REQUEST) {
      return "";
    }
    String serial = identity.serial() == 0 ? "" : " " + identity.serial();
    return " (" + identity.kind().code() + serial + ")";
  }

  private static Instant latest(List<SettledDelivery> rows, Instant now) {
    return rows.stream()
        .flatMap(row -> Stream.ofNullable(row.at()))
        .max(Instant::compareTo)
        .orElse(now);
  }

  /** All deliveries that a history records. */
  static List<Notified> delivered(List<HistoryEntry> history) {
    List<Notified> delivered = List.of();
    for (HistoryEntry entry : history) {
      if (entry.action().equals(HistoryEntry.DISPATCHED)) {
        if (delivered.isEmpty()) {
          delivered = new ArrayList<>();
        }
        parse(entry).forEach(delivered::add);
      }
    }
    return delivered;
  }

  private static Stream<Notified> parse(HistoryEntry entry) {
    Instant at = entry.at() == null ? Instant.EPOCH : entry.at();
    Matcher matcher = NOTIFIED.matcher(entry.note() == null ? "" : entry.note());
    return matcher.results().flatMap(found -> notified(found, at));
  }

  private static Stream<Notified> notified(MatchResult found, Instant at) {
    @Nullable String code = found.group(3);
    @Nullable String serial = found.group(4);
    return Stream.of(NotificationKind.values())
        .filter(kind -> kind.code().equals(code == null ? "request" : code))
        .map(kind ->
            new Notified(
                found.group(1),
                found.group(2),
                kind,
                serial == null ? 0 : Integer.parseInt(serial),
                found.group(5),
                at));
  }
}
