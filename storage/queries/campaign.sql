-- name: InsertCampaign :exec
INSERT INTO campaigns (id, guild, name, state, body, created_ms, updated_ms)
VALUES ($1, $2, $3, $4, $5, $6, $6);

-- name: Campaign :one
SELECT * FROM campaigns WHERE id = $1;

-- name: SaveCampaign :execrows
UPDATE campaigns SET name = $2, state = $3, body = $4, updated_ms = $5 WHERE id = $1;

-- name: CampaignsIn :many
SELECT * FROM campaigns WHERE guild = $1 ORDER BY id;

-- name: DeleteCampaigns :exec
DELETE FROM campaigns WHERE guild = $1;

-- name: InsertBattle :exec
INSERT INTO battles (id, campaign, n, guild, session, round, state, created_ms, updated_ms, body, proposal)
VALUES ($1, $2, (SELECT COALESCE(MAX(b.n), 0) + 1 FROM battles b WHERE b.campaign = $2),
    $3, $4, $5, $6, $7, $7, $8, $9);

-- name: Battle :one
SELECT id, campaign, guild, session, round, state, body, proposal, created_ms, updated_ms
FROM battles WHERE id = $1;

-- name: BattleOf :one
SELECT id, campaign, guild, session, round, state, body, proposal, created_ms, updated_ms
FROM battles WHERE session = $1 AND session <> '';

-- name: SaveBattle :execrows
UPDATE battles SET state = $2, body = $3, proposal = $4, round = $5, session = $6, updated_ms = $7 WHERE id = $1;

-- name: BattlesOf :many
SELECT id, campaign, guild, session, round, state, body, created_ms, updated_ms
FROM battles WHERE campaign = $1 ORDER BY n;

-- name: BattlesIn :many
SELECT id, campaign, guild, session, round, state, body, created_ms, updated_ms
FROM battles WHERE guild = $1 AND state = $2 ORDER BY created_ms, id LIMIT 1000;

-- name: DeleteBattles :exec
DELETE FROM battles WHERE campaign IN (SELECT c.id FROM campaigns c WHERE c.guild = $1);

-- name: CampaignIDs :many
SELECT id FROM campaigns ORDER BY id;
