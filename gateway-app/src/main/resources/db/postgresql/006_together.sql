-- Which new tasks people were asked to take of late: a few minutes of it. Counted over all gateways that share a store.

CREATE TABLE asked (
  executor TEXT    NOT NULL,
  urgent   INTEGER NOT NULL,
  ref      TEXT    NOT NULL,
  at       BIGINT  NOT NULL,
  PRIMARY KEY (executor, urgent, ref)
);
