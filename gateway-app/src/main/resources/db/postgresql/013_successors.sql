-- In which threads an ended thread goes on, one ref a line: who waits for it waits for those.

ALTER TABLE thread ADD COLUMN successors TEXT;
