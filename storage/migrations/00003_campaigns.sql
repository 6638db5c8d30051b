-- +goose Up
-- Portable SQL, as in the first migration. Times are UTC milliseconds.

CREATE TABLE campaigns (
    id         TEXT PRIMARY KEY,
    guild      TEXT NOT NULL,
    name       TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'ended')),
    body       BYTEA,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);

CREATE INDEX campaigns_in ON campaigns (guild);

-- campaign is '' for a roster that is its owner's own. folded is the name in
-- lower case: SQLite's LOWER knows no letters but A to Z. A roster is marked
-- purged only to be deleted with its ledger.
CREATE TABLE rosters (
    id         TEXT PRIMARY KEY,
    guild      TEXT NOT NULL,
    campaign   TEXT NOT NULL,
    system     TEXT NOT NULL,
    owner      TEXT NOT NULL,
    name       TEXT NOT NULL,
    folded     TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('kept', 'withdrawn', 'purged')),
    fight      TEXT NOT NULL,
    entry      BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    body       BYTEA
);

-- All that a list of rosters shows, in its order: bodies are not touched.
CREATE INDEX rosters_in ON rosters (guild, folded, id, name, owner, campaign, system, state, fight);

CREATE INDEX rosters_of_campaign ON rosters (campaign, folded, id) WHERE campaign <> '';

CREATE TABLE ledger (
    roster    TEXT NOT NULL REFERENCES rosters (id),
    n         BIGINT NOT NULL,
    by_member TEXT NOT NULL,
    at_ms     BIGINT NOT NULL,
    why       TEXT NOT NULL,
    battle    TEXT NOT NULL,
    reverses  BIGINT NOT NULL CHECK (reverses >= 0 AND reverses < n),
    body      BYTEA,
    PRIMARY KEY (roster, n)
);

-- n is a battle's place in its campaign: those of one transaction have one time.
CREATE TABLE battles (
    id         TEXT PRIMARY KEY,
    campaign   TEXT NOT NULL REFERENCES campaigns (id),
    n          BIGINT NOT NULL,
    guild      TEXT NOT NULL,
    session    TEXT NOT NULL,
    round      BIGINT NOT NULL,
    state      TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    body       BYTEA,
    proposal   BYTEA
);

CREATE UNIQUE INDEX battles_of_campaign ON battles (campaign, n);

CREATE INDEX battles_in ON battles (guild, state, created_ms, id);

CREATE UNIQUE INDEX battles_of_session ON battles (session) WHERE session <> '';

-- Both user_id and name are '' for somebody forgotten.
CREATE TABLE members (
    guild   TEXT NOT NULL,
    key     TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (guild, key)
);

CREATE UNIQUE INDEX members_of_user ON members (user_id, guild) WHERE user_id <> '';

CREATE INDEX sessions_in ON sessions (guild, created_ms, id);

CREATE INDEX sessions_over ON sessions (updated_ms) WHERE state = 'over';
