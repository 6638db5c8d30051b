-- name: InsertSession :exec
INSERT INTO sessions (id, system, guild, channel, place, state, lobby, snapshot, line, secret, purged, created_ms, updated_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, FALSE, $11, $11);

-- name: Session :one
SELECT * FROM sessions WHERE id = $1;

-- name: SaveLobby :execrows
UPDATE sessions SET lobby = $2, state = $3, place = $4, updated_ms = $5 WHERE id = $1;

-- name: SessionAt :one
SELECT * FROM sessions WHERE place = $1 AND place <> '' AND state <> 'over';

-- name: SessionsOf :many
SELECT * FROM sessions
WHERE state = 'running' AND id IN (SELECT session FROM people WHERE user_id = $1)
ORDER BY created_ms, id;

-- name: MarkPurged :execrows
UPDATE sessions
SET purged = TRUE, state = 'over', lobby = NULL, snapshot = NULL, secret = '', updated_ms = $2
WHERE id = $1;

-- name: DeletePeople :exec
DELETE FROM people WHERE session = $1;

-- name: InsertPerson :exec
INSERT INTO people (session, key, seat, user_id, name) VALUES ($1, $2, $3, $4, $5);

-- name: People :many
SELECT * FROM people WHERE session = $1 ORDER BY seat, key;

-- name: LastSessionAt :one
SELECT * FROM sessions WHERE place = $1 AND place <> '' ORDER BY created_ms DESC, id LIMIT 1;

-- name: UnopenedIn :many
SELECT * FROM sessions WHERE guild = $1 AND state <> 'over' ORDER BY created_ms, id;

-- name: SessionsEver :many
SELECT id, system, guild, channel, place, state, lobby, line, secret, purged, created_ms, updated_ms
FROM sessions WHERE id IN (SELECT session FROM people WHERE user_id = $1)
ORDER BY created_ms, id;

-- name: SessionsIn :many
SELECT id FROM sessions WHERE guild = $1 ORDER BY created_ms, id;

-- name: ErasePeople :exec
UPDATE people SET user_id = '', name = '' WHERE user_id = $1;

-- name: LobbiesAfter :many
SELECT id, guild, place, state, lobby FROM sessions WHERE id > $1 ORDER BY id LIMIT $2;

-- name: PutLobby :execrows
UPDATE sessions SET lobby = $2 WHERE id = $1;

-- name: UnpurgedIn :many
SELECT id FROM sessions WHERE guild = $1 AND NOT purged ORDER BY created_ms, id LIMIT $2;
