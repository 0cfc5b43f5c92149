-- Words and states: docs/state-machine.md. Instants are milliseconds since 1970, but for thread.modified (nanoseconds: it
-- is compared with the file system's). A row of delivery carries no text of a thread.

CREATE TABLE exchange (
  id          INTEGER PRIMARY KEY,
  name        TEXT    NOT NULL UNIQUE,
  known_since INTEGER NOT NULL
);

CREATE TABLE thread (
  id        INTEGER PRIMARY KEY,
  exchange  INTEGER NOT NULL,
  ref       TEXT    NOT NULL,
  place     TEXT    NOT NULL,
  inode     INTEGER NOT NULL,
  size      INTEGER NOT NULL,
  modified  INTEGER NOT NULL,
  status    TEXT    NOT NULL,
  round     INTEGER NOT NULL,
  next_look INTEGER,
  problem   TEXT,
  ended_at  INTEGER,
  requestor TEXT,
  client_id TEXT
);
CREATE UNIQUE INDEX thread_ref ON thread (exchange, ref);
CREATE INDEX thread_look ON thread (exchange, next_look) WHERE next_look IS NOT NULL;
CREATE INDEX thread_client ON thread (exchange, requestor, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX thread_ended ON thread (ended_at) WHERE ended_at IS NOT NULL;

-- thread waits for: a client id of the same requestor or a ref.
CREATE TABLE dependency (
  thread    INTEGER NOT NULL,
  waits_for TEXT    NOT NULL,
  PRIMARY KEY (thread, waits_for)
) WITHOUT ROWID;
CREATE INDEX dependency_waits_for ON dependency (waits_for, thread);

CREATE TABLE account (
  channel    TEXT    NOT NULL PRIMARY KEY,
  state      TEXT    NOT NULL DEFAULT 'closed',
  probe_at   INTEGER,
  probes     INTEGER NOT NULL DEFAULT 0,
  probe_lane INTEGER,
  reason     TEXT,
  sentence   TEXT
) WITHOUT ROWID;

CREATE TABLE lane (
  id           INTEGER PRIMARY KEY,
  channel      TEXT    NOT NULL,
  address      TEXT    NOT NULL,
  state        TEXT    NOT NULL DEFAULT 'closed',
  probe_at     INTEGER,
  probes       INTEGER NOT NULL DEFAULT 0,
  -- The row this probe was spent on; null while it is unspent.
  probe        INTEGER,
  -- Different deliveries failing in a row, and the first two of them.
  failures     INTEGER NOT NULL DEFAULT 0,
  failed_first  INTEGER,
  failed_second INTEGER,
  reason       TEXT,
  sentence     TEXT,
  node         TEXT,
  leased_until INTEGER,
  epoch        INTEGER NOT NULL DEFAULT 0,
  work_at      INTEGER,
  wake_at      INTEGER GENERATED ALWAYS AS
    (CASE WHEN state = 'closed' THEN work_at ELSE max(work_at, probe_at) END) VIRTUAL
);
CREATE UNIQUE INDEX lane_address ON lane (channel, address);
CREATE INDEX lane_wake ON lane (channel, wake_at) WHERE node IS NULL AND work_at IS NOT NULL;
CREATE INDEX lane_leased ON lane (node, leased_until) WHERE node IS NOT NULL;
CREATE INDEX lane_waits ON lane (state) WHERE state <> 'closed';

CREATE TABLE delivery (
  -- Age: smaller is older.
  seq             INTEGER PRIMARY KEY,
  id              BLOB    NOT NULL,
  thread          INTEGER NOT NULL,
  lane            INTEGER NOT NULL,
  executor        TEXT    NOT NULL,
  kind            TEXT    NOT NULL,
  serial          INTEGER NOT NULL,
  one_per_address INTEGER NOT NULL,
  priority        INTEGER NOT NULL,
  state           TEXT    NOT NULL,
  waits_for       TEXT,
  unwanted        INTEGER NOT NULL DEFAULT 0,
  unrecorded      INTEGER NOT NULL DEFAULT 0,
  created         INTEGER NOT NULL,
  -- When it last became queued by a wish and not by a retry: the 14 days count from here.
  wished_at       INTEGER NOT NULL,
  turn            INTEGER NOT NULL,
  due             INTEGER NOT NULL,
  retry_at        INTEGER,
  deadline        INTEGER,
  tries           INTEGER NOT NULL DEFAULT 0,
  spent           INTEGER NOT NULL DEFAULT 0,
  epoch           INTEGER NOT NULL DEFAULT 0,
  taken_at        INTEGER,
  uncertain_since INTEGER,
  settled_at      INTEGER,
  reason          TEXT,
  sentence        TEXT,
  receipt         TEXT
);
CREATE UNIQUE INDEX delivery_id ON delivery (id);
CREATE INDEX delivery_thread ON delivery (thread, lane);
CREATE INDEX delivery_ready ON delivery (lane, priority DESC, seq) WHERE waits_for = 'lane';
CREATE INDEX delivery_waiting ON delivery (lane, due) WHERE waits_for = 'time';
CREATE INDEX delivery_behind ON delivery (thread, lane) WHERE waits_for = 'thread';
CREATE INDEX delivery_sending ON delivery (taken_at) WHERE state = 'sending';
CREATE INDEX delivery_unrecorded ON delivery (thread) WHERE unrecorded = 1;

-- Attempts that did not deliver; the one that did is told by its delivery.
CREATE TABLE attempt (
  delivery   INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL,
  outcome    TEXT    NOT NULL,
  reason     TEXT,
  sentence   TEXT,
  PRIMARY KEY (delivery, number)
) WITHOUT ROWID;

CREATE TABLE reply (
  delivery   INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  media_type TEXT    NOT NULL,
  body       BLOB    NOT NULL,
  complete   INTEGER NOT NULL,
  PRIMARY KEY (delivery, number)
);

CREATE TABLE node (
  name       TEXT    NOT NULL PRIMARY KEY,
  started_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL
) WITHOUT ROWID;
