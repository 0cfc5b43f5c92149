-- What tells tasks of one ref apart: the thread's generation, when it was created, and a digest of its intent (null where nobody
-- has looked since).

ALTER TABLE thread ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE thread ADD COLUMN created INTEGER;
ALTER TABLE thread ADD COLUMN intent TEXT;
