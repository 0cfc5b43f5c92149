package org.messgateway.gateway.queue.jdbc;

import org.junit.jupiter.api.Nested;
import org.messgateway.gateway.queue.BreakerUpdateContract;
import org.messgateway.gateway.queue.FindContract;
import org.messgateway.gateway.queue.HandedBackContract;
import org.messgateway.gateway.queue.LeaseContract;
import org.messgateway.gateway.queue.ProbeContract;
import org.messgateway.gateway.queue.ReconcileContract;
import org.messgateway.gateway.queue.SettleContract;
import org.messgateway.gateway.queue.SettledRowsContract;
import org.messgateway.gateway.queue.TakeContract;
import org.messgateway.gateway.queue.TaskResultsContract;
import org.messgateway.gateway.queue.ThreadRowsContract;
import org.messgateway.gateway.queue.ToldOnceContract;
import org.messgateway.gateway.queue.UncertainContract;

/** The queue in a real SQLite file. */
final class SqliteDeliveryQueueTest {

  @Nested
  final class Reconcile extends ReconcileContract implements InSqlite {}

  @Nested
  final class ToldOnce extends ToldOnceContract implements InSqlite {}

  @Nested
  final class ThreadRows extends ThreadRowsContract implements InSqlite {}

  @Nested
  final class Take extends TakeContract implements InSqlite {}

  @Nested
  final class Settle extends SettleContract implements InSqlite {}

  @Nested
  final class HandedBack extends HandedBackContract implements InSqlite {}

  @Nested
  final class Uncertain extends UncertainContract implements InSqlite {}

  @Nested
  final class Lease extends LeaseContract implements InSqlite {}

  @Nested
  final class Gate extends BreakerUpdateContract implements InSqlite {}

  @Nested
  final class Probe extends ProbeContract implements InSqlite {}

  @Nested
  final class SettledRows extends SettledRowsContract implements InSqlite {}

  @Nested
  final class TaskResults extends TaskResultsContract implements InSqlite {}

  @Nested
  final class Find extends FindContract implements InSqlite {}
}
