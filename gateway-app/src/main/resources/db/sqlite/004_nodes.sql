-- Which nodes may send on a lane beside the one that has leased it: none while the last one has rows in flight there, and none
-- before its rate permits.

ALTER TABLE lane ADD COLUMN last_node TEXT;
ALTER TABLE lane ADD COLUMN rest_until INTEGER;
