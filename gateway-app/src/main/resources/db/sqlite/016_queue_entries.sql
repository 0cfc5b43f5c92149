-- What dispatch and history look for stands apart from the deliveries, in small tables whose rows come and go. No column that
-- an attempt or its settlement changes is in an index of delivery: an update writes the row alone.

-- Each queued delivery.
CREATE TABLE queue_entry (
  delivery  INTEGER PRIMARY KEY,
  lane      INTEGER NOT NULL,
  thread    INTEGER NOT NULL,
  priority  INTEGER NOT NULL,
  -- lane, time or thread.
  waits_for TEXT    NOT NULL,
  due       INTEGER NOT NULL
);
INSERT INTO queue_entry (delivery, lane, thread, priority, waits_for, due)
  SELECT seq, lane, thread, priority, coalesce(waits_for, 'lane'), due FROM delivery WHERE state = 'queued';
CREATE INDEX queue_entry_ready ON queue_entry (lane, priority DESC, delivery) WHERE waits_for = 'lane';
CREATE INDEX queue_entry_waiting ON queue_entry (lane, due) WHERE waits_for = 'time';
CREATE INDEX queue_entry_behind ON queue_entry (thread, lane) WHERE waits_for = 'thread';

-- Each delivery in state sending.
CREATE TABLE in_flight (
  delivery INTEGER PRIMARY KEY,
  lane     INTEGER NOT NULL,
  taken_at INTEGER NOT NULL
);
INSERT INTO in_flight (delivery, lane, taken_at)
  SELECT seq, lane, coalesce(taken_at, created) FROM delivery WHERE state = 'sending';
CREATE INDEX in_flight_taken ON in_flight (taken_at);

-- Each settled delivery that the history of its thread does not show yet.
CREATE TABLE pending_history (
  delivery INTEGER PRIMARY KEY
);
INSERT INTO pending_history (delivery) SELECT seq FROM delivery WHERE unrecorded = 1;
-- Not asked for while its thread is gone.
ALTER TABLE delivery ADD COLUMN history_postponed INTEGER NOT NULL DEFAULT 0;
UPDATE delivery SET history_postponed = 1 WHERE unrecorded = 2;

-- Messages that the service named.
CREATE TABLE named_receipt (
  delivery INTEGER PRIMARY KEY,
  receipt  TEXT    NOT NULL
);
INSERT INTO named_receipt (delivery, receipt)
  SELECT seq, receipt FROM delivery WHERE receipt IS NOT NULL AND receipt <> '{}';
CREATE INDEX named_receipt_receipt ON named_receipt (receipt);

DROP INDEX delivery_ready;
DROP INDEX delivery_waiting;
DROP INDEX delivery_behind;
DROP INDEX delivery_sending;
DROP INDEX delivery_unrecorded;
DROP INDEX delivery_receipt;
DROP INDEX delivery_told;
CREATE INDEX delivery_told ON delivery (lane, seq) WHERE one_per_address = 1;
ALTER TABLE delivery DROP COLUMN waits_for;
ALTER TABLE delivery DROP COLUMN unrecorded;
