-- What people answer names the message by what the service calls it, or the address where it was told.

-- Receipts may be longer than a page of a tree.
CREATE INDEX delivery_receipt ON delivery USING hash (receipt) WHERE receipt IS NOT NULL;
CREATE INDEX delivery_told ON delivery (lane, seq) WHERE state = 'delivered';
