-- name: InsertRoster :exec
INSERT INTO rosters (id, guild, campaign, system, owner, name, folded, state, fight, entry, created_ms, updated_ms, body)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $10, $11);

-- name: Roster :one
SELECT id, guild, campaign, system, owner, name, state, fight, body, entry, created_ms, updated_ms
FROM rosters WHERE id = $1;

-- name: SetRoster :execrows
UPDATE rosters SET owner = $2, state = $3, updated_ms = $4 WHERE id = $1;

-- name: FightOf :one
SELECT fight FROM rosters WHERE id = $1;

-- name: Engage :exec
UPDATE rosters SET fight = $2, updated_ms = $3 WHERE id = $1;

-- name: RostersIn :many
SELECT id, guild, campaign, system, owner, name, state, fight, body, entry, created_ms, updated_ms
FROM rosters WHERE campaign = $1 AND campaign <> '' ORDER BY folded, id;

-- name: FindRosters :many
SELECT id, name, owner, campaign, system, state, fight
FROM rosters
WHERE guild = sqlc.arg(guild)
  AND state IN ('kept', sqlc.arg(also))
  AND (owner = sqlc.narg(owner) OR sqlc.narg(owner) IS NULL)
  AND (campaign = sqlc.narg(campaign) OR sqlc.narg(campaign) IS NULL)
  AND (system = sqlc.arg(system) OR sqlc.arg(system) = '')
  AND (folded LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '\' OR id = sqlc.arg(id))
ORDER BY folded, id LIMIT sqlc.arg(most);

-- name: RostersOwned :many
SELECT r.id, r.guild, r.campaign, r.system, r.owner, r.name, r.state, r.fight, r.body, r.entry, r.created_ms, r.updated_ms
FROM rosters r JOIN members m ON m.guild = r.guild AND m.key = r.owner
WHERE m.user_id = $1 AND m.user_id <> ''
ORDER BY r.created_ms, r.id;

-- name: RosterIDs :many
SELECT id FROM rosters ORDER BY id;

-- name: LastEntry :one
SELECT entry FROM rosters WHERE id = $1;

-- name: InsertEntry :exec
INSERT INTO ledger (roster, n, by_member, at_ms, why, battle, reverses, body)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: MoveRoster :exec
UPDATE rosters SET entry = $2, name = $3, folded = $4, body = $5, updated_ms = $6 WHERE id = $1;

-- name: Ledger :many
SELECT * FROM ledger WHERE roster = $1 ORDER BY n;

-- name: MarkRosterPurged :exec
UPDATE rosters SET state = 'purged' WHERE id = $1;

-- name: DeleteLedger :exec
DELETE FROM ledger WHERE roster = $1;

-- name: DeleteRoster :exec
DELETE FROM rosters WHERE id = $1;

-- name: SomeRostersIn :many
SELECT id FROM rosters WHERE guild = $1 ORDER BY folded, id LIMIT $2;
