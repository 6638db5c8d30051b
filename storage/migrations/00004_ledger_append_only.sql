-- +goose Up
-- SQLite's own dialect, as in the second migration. A ledger's entries come one
-- after another and stay as they are; only a roster marked purged may lose them.

-- +goose StatementBegin
CREATE TRIGGER ledger_in_order BEFORE INSERT ON ledger
WHEN NEW.n <> (SELECT COALESCE(MAX(n), 0) + 1 FROM ledger WHERE roster = NEW.roster)
BEGIN
    SELECT RAISE(ABORT, 'the ledger takes only its next entry');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ledger_unchanged BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ledger_kept BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM rosters WHERE id = OLD.roster AND state = 'purged')
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only');
END;
-- +goose StatementEnd
