/**
 * The queue and the journal in a database.
 *
 * <p>Opening: {@code QueueStore} is {@code SqliteStore} or {@code PostgresStore}, with one {@code
 * SqlDialect} each. {@code Migrations} makes the tables. {@code IntegrityCheck} and {@code Salvage}
 * are for a damaged file, {@code QueueTransfer} for a move to PostgreSQL.
 *
 * <p>Threads: all changes run on the one thread of {@code BatchWriter}, many to a commit ({@code
 * WriteQueue}, {@code WriteJob}, {@code GroupCommit}). Reads run on the caller's thread with a
 * connection of {@code ReadPool}. {@code JdbcDeliveryQueue} makes one write of each change, and its
 * superclass {@code QueueReader} answers the reads; programs beside the gateway use that alone.
 *
 * <p>Classes whose name ends in {@code Sql} hold statements and no state. By the step of a
 * delivery:
 *
 * <ol>
 *   <li>Reconcile: {@code ReconcileSql} for many threads, {@code RowReconciler} for one. {@code
 *       ThreadSql} and {@code DependencySql} store the thread, {@code DeliveryInserts} and {@code
 *       DesiredStateSql} write rows, {@code ThreadOrderSql} keeps the order of a thread's rows on a
 *       lane.
 *   <li>Lease: {@code DueSql} says whether a lane is due, {@code LaneSql} chooses lanes, {@code
 *       OwnedLanes} owns and renews them. {@code CommitAdmission} has new rows inserted as {@code
 *       sending}, and leases their lanes in the same commit.
 *   <li>Take: {@code TakeSql} moves rows ({@code ReadyRow}) into {@code sending}.
 *   <li>Settle: {@code SettleSql} decides whether a settlement counts, and settles successes
 *       together; {@code OutcomeSql} settles every other outcome of an {@code InFlightRow}, {@code
 *       AttemptSql} keeps attempts, {@code GateSql} moves the breaker of lane and account.
 *   <li>Release: {@code OwnedLanes}. Rows of a dead process or node: {@code NodeMembership}, {@code
 *       NodeSql}, {@code AbandonedRowsSql}.
 *   <li>Record: {@code HistorySql} lists settled rows that history does not show and marks them;
 *       {@code PruneSql} deletes ended threads.
 * </ol>
 *
 * <p>The journal: {@code JdbcJournal} with {@code JdbcAnswers}, {@code JdbcEventInbox}, {@code
 * JdbcReplyCodes}, {@code JdbcRequestLog}.
 */
@NullMarked
package org.messgateway.gateway.queue.jdbc;

import org.jspecify.annotations.NullMarked;
