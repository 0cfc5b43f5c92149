-- What the way back must not forget; words: packages journal and answer. Instants are milliseconds since 1970. The exchange is
-- its name here: these rows are true of threads that the queue may not know yet.

CREATE TABLE answer (
  number     INTEGER PRIMARY KEY,
  exchange   TEXT    NOT NULL,
  ref        TEXT    NOT NULL,
  executor   TEXT    NOT NULL,
  idem_key   TEXT    NOT NULL,
  -- open, refused or confirmed.
  state      TEXT    NOT NULL DEFAULT 'open',
  taken_at   INTEGER NOT NULL,
  message    BLOB    NOT NULL,
  written_at INTEGER,
  settled_at INTEGER,
  result     TEXT
);
CREATE UNIQUE INDEX answer_key ON answer (exchange, ref, executor, idem_key);
CREATE INDEX answer_open ON answer (exchange, number) WHERE state = 'open';
CREATE INDEX answer_settled ON answer (settled_at) WHERE settled_at IS NOT NULL;

CREATE TABLE claim (
  exchange   TEXT    NOT NULL,
  ref        TEXT    NOT NULL,
  round      INTEGER NOT NULL,
  executor   TEXT    NOT NULL,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (exchange, ref, round)
) WITHOUT ROWID;

CREATE TABLE event (
  number  INTEGER PRIMARY KEY,
  channel TEXT    NOT NULL,
  id      TEXT    NOT NULL,
  body    BLOB    NOT NULL,
  kept_at INTEGER NOT NULL,
  done_at INTEGER
);
CREATE UNIQUE INDEX event_id ON event (channel, id);
CREATE INDEX event_open ON event (channel, number) WHERE done_at IS NULL;
CREATE INDEX event_done ON event (done_at) WHERE done_at IS NOT NULL;

-- Letters that tell the tasks of one address apart.
CREATE TABLE reply_code (
  number   INTEGER PRIMARY KEY,
  channel  TEXT    NOT NULL,
  address  TEXT    NOT NULL,
  letter   TEXT    NOT NULL,
  alone    INTEGER NOT NULL,
  exchange TEXT    NOT NULL,
  ref      TEXT    NOT NULL,
  delivery TEXT    NOT NULL,
  since    INTEGER NOT NULL
);
CREATE UNIQUE INDEX reply_code_letter ON reply_code (channel, address, letter);
CREATE UNIQUE INDEX reply_code_thread ON reply_code (exchange, ref, channel, address);

-- A reply is an answer until it was looked at; those of before are nobody's answer any more.
ALTER TABLE reply ADD COLUMN looked_at INTEGER;
UPDATE reply SET looked_at = 0;
CREATE INDEX reply_open ON reply (delivery, number) WHERE looked_at IS NULL;
