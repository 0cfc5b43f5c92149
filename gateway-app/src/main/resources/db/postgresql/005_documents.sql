-- Small texts that gateways have in common: what people decided, keys of links, hashes of tokens. Empty in a file: there they
-- are files of their own.

CREATE TABLE document (
  name    TEXT   NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL,
  body    BYTEA  NOT NULL
);
