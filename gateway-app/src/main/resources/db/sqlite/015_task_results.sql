-- How executors did with their last tasks, for rules that prefer by it. A row for each capability that the task required, one
-- with an empty capability where it required none. The exchange is its name here: the rows outlive those of their threads.

CREATE TABLE task_result (
  exchange   TEXT    NOT NULL,
  ref        TEXT    NOT NULL,
  -- Which of the thread's results: it may be given back and done by another one.
  number     INTEGER NOT NULL,
  capability TEXT    NOT NULL,
  executor   TEXT    NOT NULL,
  offered_at INTEGER NOT NULL,
  claimed_at INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL,
  -- completed, partial, failed or redo.
  outcome    TEXT    NOT NULL,
  PRIMARY KEY (exchange, ref, number, capability)
) WITHOUT ROWID;
CREATE INDEX task_result_last ON task_result (capability, executor, ended_at);
CREATE INDEX task_result_ended ON task_result (ended_at);
