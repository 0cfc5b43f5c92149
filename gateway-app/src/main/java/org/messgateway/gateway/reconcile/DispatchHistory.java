package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    List<HistoryEntry> entries = new ArrayList<>(2);
    long generation = Generation.in(history);
    List<Notified> noted = delivered(history);
    StringBuilder note = new StringBuilder(120);
    Instant latest = null;
    for (SettledDelivery row : settled) {
      if (row.identity().generation() < generation) {
        continue;
      }
      if (failed(row)) {
        entries.add(failure(row, now));
      } else if (delivered(row) && !isAmong(noted, row.id())) {
        named(row, note.append(note.isEmpty() ? "notified " : ", "));
        Instant at = row.at();
        latest = latest == null || (at != null && at.isAfter(latest)) ? at : latest;
      }
    }
    if (!note.isEmpty()) {
      Instant at = latest == null ? now : latest;
      entries.addFirst(new HistoryEntry(HistoryEntry.DISPATCHED, at, BY, note.toString()));
    }
    return entries;
  }

  private static boolean isAmong(List<Notified> noted, String id) {
    for (Notified each : noted) {
      if (each.id().equals(id)) {
        return true;
      }
    }
    return false;
  }

  private static HistoryEntry failure(SettledDelivery row, Instant now) {
    String why = row.sentence() == null ? row.state().code() : row.sentence();
    StringBuilder note = new StringBuilder("could not notify ");
    named(row, note);
    return new HistoryEntry(
        HistoryEntry.DISPATCH_FAILED,
        row.at() == null ? now : row.at(),
        BY,
        note.append(": ").append(why).toString());
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

  private static void named(SettledDelivery row, StringBuilder out) {
    Identity identity = row.identity();
    out.append(identity.executor()).append(" via ").append(identity.channel());
    if (identity.kind() != NotificationKind.REQUEST) {
      out.append(" (").append(identity.kind().code());
      if (identity.serial() != 0) {
        out.append(' ').append(identity.serial());
      }
      out.append(')');
    }
    out.append(" [").append(row.id()).append(']');
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
