-- name: NextOutboxID :one
UPDATE counters SET last = last + 1 WHERE name = 'outbox' RETURNING last;

-- name: InsertRow :exec
INSERT INTO outbox (id, session, dest, slot, body, rides, state, why, channel, message, edit, doubt, at_ms, tries, due_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', '', $9, FALSE, $10, 0, $11);

-- name: Row :one
SELECT * FROM outbox WHERE id = $1;

-- name: LastOfSlot :one
SELECT * FROM outbox WHERE session = $1 AND slot = $2 ORDER BY id DESC LIMIT 1;

-- name: MessageOfSlot :one
SELECT * FROM outbox WHERE session = $1 AND slot = $2 AND slot <> '' AND NOT edit;

-- name: ReplaceBody :exec
UPDATE outbox SET body = $2 WHERE id = $1;

-- name: NextOf :one
SELECT * FROM outbox WHERE dest = $1 AND state IN ('waiting', 'claimed') ORDER BY id LIMIT 1;

-- name: CountClaimed :one
SELECT COUNT(*) FROM outbox WHERE dest = $1 AND state = 'claimed';

-- name: ClaimRow :exec
UPDATE outbox SET state = 'claimed', channel = $2, message = $3 WHERE id = $1;

-- name: SettleRow :execrows
UPDATE outbox SET state = $2, why = $3, channel = $4, message = $5 WHERE id = $1 AND state = 'claimed';

-- name: FailEdits :exec
UPDATE outbox SET state = 'failed', why = $3
WHERE session = $1 AND slot = $2 AND slot <> '' AND edit AND state = 'waiting';

-- name: DeleteOldEdits :exec
DELETE FROM outbox
WHERE session = $1 AND slot = $2 AND slot <> '' AND edit AND id < $3 AND state IN ('sent', 'failed');

-- name: RetryRow :execrows
UPDATE outbox SET state = 'waiting', why = $2, due_ms = $3, doubt = doubt OR $4, tries = tries + 1
WHERE id = $1 AND state = 'claimed';

-- name: DoubtClaimed :exec
UPDATE outbox SET state = 'waiting', doubt = TRUE, due_ms = 0 WHERE state = 'claimed';

-- name: Doubtful :many
SELECT * FROM outbox WHERE state IN ('waiting', 'claimed') AND doubt ORDER BY dest, id;

-- name: Heads :many
SELECT o.dest, o.due_ms FROM outbox o
WHERE o.state IN ('waiting', 'claimed') AND o.state = 'waiting' -- the first as the index says it
  AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.dest = o.dest AND e.id < o.id AND e.state IN ('waiting', 'claimed'))
  AND NOT EXISTS (SELECT 1 FROM outbox c WHERE c.dest = o.dest AND c.state = 'claimed')
  AND NOT EXISTS (SELECT 1 FROM parked p WHERE p.dest = o.dest)
ORDER BY o.due_ms, o.id;

-- name: CountUnsent :one
SELECT COUNT(*) FROM outbox o
WHERE o.state IN ('waiting', 'claimed') AND NOT EXISTS (SELECT 1 FROM parked p WHERE p.dest = o.dest);

-- name: DeleteOutbox :exec
DELETE FROM outbox WHERE session = $1;

-- name: DeleteCampaignOutbox :exec
DELETE FROM outbox WHERE session IN (
    SELECT c.id FROM campaigns c WHERE c.guild = $1 UNION ALL SELECT b.id FROM battles b WHERE b.guild = $1
);

-- name: Park :exec
INSERT INTO parked (dest, why, at_ms) VALUES ($1, $2, $3)
ON CONFLICT (dest) DO UPDATE SET why = excluded.why, at_ms = excluded.at_ms;

-- name: Unpark :execrows
DELETE FROM parked WHERE dest = $1;

-- name: Parked :one
SELECT why FROM parked WHERE dest = $1;

-- name: DeleteSettledTo :exec
DELETE FROM outbox WHERE id IN (
    SELECT o.id FROM outbox o WHERE o.dest = $1 AND o.state IN ('sent', 'failed')
      AND NOT EXISTS (SELECT 1 FROM outbox e
        WHERE e.session = o.session AND e.slot = o.slot AND e.slot <> '' AND e.state IN ('waiting', 'claimed'))
);

-- name: Prunable :many
SELECT o.id FROM outbox o
WHERE o.at_ms < $1 AND o.state IN ('sent', 'failed')
  AND (o.slot = ''
    OR NOT EXISTS (SELECT 1 FROM outbox e WHERE e.session = o.session AND e.slot = o.slot AND e.id > o.id)
    AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = o.session AND (s.state <> 'over' OR s.updated_ms >= $1))
    AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.id = o.session AND (c.state = 'open' OR c.updated_ms >= $1))
    AND NOT EXISTS (SELECT 1 FROM battles b JOIN campaigns c ON c.id = b.campaign
      WHERE b.id = o.session AND (c.state = 'open' OR c.updated_ms >= $1)))
ORDER BY o.id LIMIT $2;

-- name: PruneRow :execrows
DELETE FROM outbox WHERE id IN (
    SELECT o.id FROM outbox o WHERE o.id = $1 AND o.state IN ('sent', 'failed')
      AND NOT EXISTS (SELECT 1 FROM outbox e
        WHERE e.session = o.session AND e.slot = o.slot AND e.slot <> '' AND e.id > o.id)
);

-- name: RowsAfter :many
SELECT * FROM outbox WHERE id > $1 ORDER BY id LIMIT $2;

-- name: RowsTo :many
SELECT * FROM outbox WHERE dest = $1 ORDER BY id;

-- name: DropRow :exec
DELETE FROM outbox WHERE id = $1 AND state <> 'claimed';

-- name: DeleteWaitingTo :exec
DELETE FROM outbox WHERE dest = $1 AND state = 'waiting';
