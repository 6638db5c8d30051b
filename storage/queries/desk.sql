-- name: InsertInteraction :execrows
INSERT INTO interactions (id, at_ms) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING;

-- name: ForgetInteractions :exec
DELETE FROM interactions WHERE id IN (
    SELECT i.id FROM interactions i WHERE i.at_ms < $1 ORDER BY i.at_ms LIMIT 16
);

-- name: SaveDraft :exec
INSERT INTO drafts (id, session, user_id, body, at_ms) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE
SET session = excluded.session, user_id = excluded.user_id, body = excluded.body, at_ms = excluded.at_ms;

-- name: Draft :one
SELECT * FROM drafts WHERE id = $1;

-- name: DeleteDrafts :exec
DELETE FROM drafts WHERE session = $1;

-- name: DeleteDraft :exec
DELETE FROM drafts WHERE id = $1;

-- name: OldDrafts :many
SELECT d.id FROM drafts d
WHERE d.at_ms < $1
  AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = d.session AND s.state <> 'over' AND s.updated_ms <= d.at_ms)
ORDER BY d.id LIMIT $2;

-- name: PruneDraft :execrows
DELETE FROM drafts WHERE id = $1 AND at_ms < $2;

-- name: DeleteCampaignDrafts :exec
DELETE FROM drafts WHERE session IN (
    SELECT c.id FROM campaigns c WHERE c.guild = $1 UNION ALL SELECT b.id FROM battles b WHERE b.guild = $1
);

-- name: SaveDM :exec
INSERT INTO dms (user_id, channel) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET channel = excluded.channel;

-- name: DM :one
SELECT channel FROM dms WHERE user_id = $1;

-- name: SaveSetting :exec
INSERT INTO settings (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: Setting :one
SELECT value FROM settings WHERE name = $1;

-- name: DeleteDraftsOf :exec
DELETE FROM drafts WHERE user_id = $1;

-- name: DeleteDM :exec
DELETE FROM dms WHERE user_id = $1;

-- name: SettingsFrom :many
SELECT * FROM settings
WHERE name >= sqlc.arg(prefix) AND SUBSTR(name, 1, LENGTH(sqlc.arg(prefix))) = sqlc.arg(prefix);

-- name: DeleteSetting :exec
DELETE FROM settings WHERE name = $1;

-- name: DraftsOf :many
SELECT * FROM drafts WHERE user_id = $1 ORDER BY at_ms, id;
