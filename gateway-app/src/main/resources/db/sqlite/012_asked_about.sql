-- What queries select threads by: who has it, when it changed last (null where nobody has looked since), and the capabilities
-- that it requires, each on a line of its own.

ALTER TABLE thread ADD COLUMN executor TEXT;
ALTER TABLE thread ADD COLUMN updated INTEGER;
ALTER TABLE thread ADD COLUMN requires TEXT;
