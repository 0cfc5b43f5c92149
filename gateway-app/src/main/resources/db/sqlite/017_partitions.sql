-- Which node looks at which threads: 64 partitions of all refs, by a digest of exchange and ref. No row: free. A row of a
-- node that is not seen any more counts as free, too. A node has a share only while it looks at threads.

CREATE TABLE ref_partition (
  number INTEGER NOT NULL PRIMARY KEY,
  node   TEXT    NOT NULL
);
ALTER TABLE node ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
