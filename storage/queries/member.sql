-- name: CountMembers :one
SELECT COUNT(*) FROM members WHERE guild = $1;

-- name: InsertMember :exec
INSERT INTO members (guild, key, user_id, name) VALUES ($1, $2, $3, $4);

-- name: NameMember :exec
UPDATE members SET name = $3 WHERE guild = $1 AND key = $2;

-- name: Member :one
SELECT * FROM members WHERE guild = $1 AND key = $2;

-- name: MemberOf :one
SELECT * FROM members WHERE guild = $1 AND user_id = $2 AND user_id <> '';

-- name: Members :many
SELECT * FROM members WHERE guild = $1 ORDER BY LENGTH(key), key;

-- name: MembersOf :many
SELECT * FROM members WHERE user_id = $1 AND user_id <> '' ORDER BY guild;

-- name: EraseMembers :exec
UPDATE members SET user_id = '', name = '' WHERE user_id = $1 AND user_id <> '';

-- name: DeleteMembers :exec
DELETE FROM members WHERE guild = $1;
