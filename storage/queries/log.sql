-- name: LastLine :one
SELECT line FROM sessions WHERE id = $1;

-- name: MoveSession :exec
UPDATE sessions SET line = $2, snapshot = $3, updated_ms = $4 WHERE id = $1;

-- name: InsertLine :exec
INSERT INTO log (session, line, public, secret, chain, at_ms) VALUES ($1, $2, $3, $4, $5, $6);

-- name: LinesAfter :many
SELECT * FROM log WHERE session = $1 AND line > $2 ORDER BY line;

-- name: DeleteLog :exec
DELETE FROM log WHERE session = $1;

-- name: SaveSnapshot :exec
INSERT INTO snapshots (session, line, snapshot) VALUES ($1, $2, $3)
ON CONFLICT (session, line) DO UPDATE SET snapshot = excluded.snapshot;

-- name: SnapshotAt :one
SELECT snapshot FROM snapshots WHERE session = $1 AND line = $2;

-- name: SnapshotLines :many
SELECT line FROM snapshots WHERE session = $1;

-- name: DeleteSnapshot :exec
DELETE FROM snapshots WHERE session = $1 AND line = $2;

-- name: DeleteSnapshots :exec
DELETE FROM snapshots WHERE session = $1;

-- name: PublicIn :many
SELECT l.public FROM log l JOIN sessions s ON s.id = l.session
WHERE s.guild = $1 ORDER BY l.session, l.line;

-- name: PublicOf :many
SELECT l.public FROM log l JOIN sessions s ON s.id = l.session
WHERE s.guild = $1 AND s.id IN (SELECT session FROM people WHERE user_id = $2)
ORDER BY l.session, l.line;
