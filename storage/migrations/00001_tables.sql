-- +goose Up
-- Portable SQL: the same text makes a SQLite and a PostgreSQL database.
-- Times are UTC milliseconds.

CREATE TABLE sessions (
    id         TEXT PRIMARY KEY,
    system     TEXT NOT NULL,
    guild      TEXT NOT NULL,
    channel    TEXT NOT NULL,
    place      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('lobby', 'running', 'over')),
    lobby      BYTEA,
    snapshot   BYTEA,
    line       BIGINT NOT NULL,
    secret     TEXT NOT NULL,
    purged     BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);

-- One table, one fight: a place holds one session that is not over.
CREATE UNIQUE INDEX sessions_at_place ON sessions (place) WHERE state <> 'over' AND place <> '';

CREATE TABLE people (
    session TEXT NOT NULL REFERENCES sessions (id),
    key     TEXT NOT NULL,
    seat    BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (session, key)
);

CREATE INDEX people_of_user ON people (user_id);

CREATE TABLE log (
    session TEXT NOT NULL REFERENCES sessions (id),
    line    BIGINT NOT NULL,
    public  BYTEA,
    secret  BYTEA,
    chain   TEXT NOT NULL,
    at_ms   BIGINT NOT NULL,
    PRIMARY KEY (session, line)
);

CREATE TABLE snapshots (
    session  TEXT NOT NULL REFERENCES sessions (id),
    line     BIGINT NOT NULL,
    snapshot BYTEA,
    PRIMARY KEY (session, line)
);

CREATE TABLE interactions (
    id    TEXT PRIMARY KEY,
    at_ms BIGINT NOT NULL
);

CREATE INDEX interactions_by_age ON interactions (at_ms);

CREATE TABLE drafts (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    user_id TEXT NOT NULL,
    body    BYTEA,
    at_ms   BIGINT NOT NULL
);

CREATE INDEX drafts_of_session ON drafts (session);

CREATE TABLE dms (
    user_id TEXT PRIMARY KEY,
    channel TEXT NOT NULL
);

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- The last id given to an outbox row: ids are nonces, so none is given twice
-- even when rows are gone.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    last BIGINT NOT NULL
);

INSERT INTO counters (name, last) VALUES ('outbox', 0);

CREATE TABLE outbox (
    id      BIGINT PRIMARY KEY,
    session TEXT NOT NULL,
    dest    TEXT NOT NULL,
    slot    TEXT NOT NULL,
    body    BYTEA,
    rides   TEXT NOT NULL,
    state   TEXT NOT NULL CHECK (state IN ('waiting', 'claimed', 'sent', 'failed')),
    why     TEXT NOT NULL,
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    edit    BOOLEAN NOT NULL,
    doubt   BOOLEAN NOT NULL,
    at_ms   BIGINT NOT NULL,
    tries   BIGINT NOT NULL,
    due_ms  BIGINT NOT NULL
);

CREATE INDEX outbox_unsettled ON outbox (dest, id) WHERE state IN ('waiting', 'claimed');

-- One row of a destination is under way at a time.
CREATE UNIQUE INDEX outbox_claimed ON outbox (dest) WHERE state = 'claimed';

CREATE INDEX outbox_slot ON outbox (session, slot, id);

-- A slot has one message; all its other rows edit it.
CREATE UNIQUE INDEX outbox_message ON outbox (session, slot) WHERE slot <> '' AND NOT edit;

CREATE TABLE parked (
    dest  TEXT PRIMARY KEY,
    why   TEXT NOT NULL,
    at_ms BIGINT NOT NULL
);
