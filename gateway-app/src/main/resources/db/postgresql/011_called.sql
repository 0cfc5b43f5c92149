-- Executors name a task by what its requestor calls it, and do not know whose it is.

DROP INDEX thread_client;
CREATE INDEX thread_client ON thread (exchange, client_id, requestor) WHERE client_id IS NOT NULL;
