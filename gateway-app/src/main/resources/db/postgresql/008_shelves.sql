-- Ids are digests: in an index of their own every new row changes another page. Neighbours in age share a shelf of it, of the
-- threads that came one after the other. An id stays unique: it is made of its thread's name, too.

DROP INDEX delivery_id;
CREATE UNIQUE INDEX delivery_id ON delivery ((thread / 1024), id);

-- What was told last where somebody answers: machines are not asked what they meant.
DROP INDEX delivery_told;
CREATE INDEX delivery_told ON delivery (lane, seq) WHERE state = 'delivered' AND one_per_address = 1;
