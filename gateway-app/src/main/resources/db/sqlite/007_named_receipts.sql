-- Most services name nothing: a million rows that say the same are no index.

DROP INDEX delivery_receipt;
CREATE INDEX delivery_receipt ON delivery (receipt) WHERE receipt IS NOT NULL AND receipt <> '{}';
