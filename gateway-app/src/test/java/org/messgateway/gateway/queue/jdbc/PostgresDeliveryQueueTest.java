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

/** The queue in a real PostgreSQL. */
final class PostgresDeliveryQueueTest {

  @Nested
  final class Reconcile extends ReconcileContract implements InPostgres {}

  @Nested
  final class ToldOnce extends ToldOnceContract implements InPostgres {}

  @Nested
  final class ThreadRows extends ThreadRowsContract implements InPostgres {}

  @Nested
  final class Take extends TakeContract implements InPostgres {}

  @Nested
  final class Settle extends SettleContract implements InPostgres {}

  @Nested
  final class HandedBack extends HandedBackContract implements InPostgres {}

  @Nested
  final class Uncertain extends UncertainContract implements InPostgres {}

  @Nested
  final class Lease extends LeaseContract implements InPostgres {}

  @Nested
  final class Gate extends BreakerUpdateContract implements InPostgres {}

  @Nested
  final class Probe extends ProbeContract implements InPostgres {}

  @Nested
  final class SettledRows extends SettledRowsContract implements InPostgres {}

  @Nested
  final class TaskResults extends TaskResultsContract implements InPostgres {}

  @Nested
  final class Find extends FindContract implements InPostgres {}
}
