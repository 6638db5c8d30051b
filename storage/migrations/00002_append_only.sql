-- +goose Up
-- SQLite's own dialect: triggers do not port. Lines come one after another and
-- stay as they are; only a session marked purged may lose them.

-- +goose StatementBegin
CREATE TRIGGER log_in_order BEFORE INSERT ON log
WHEN NEW.line <> (SELECT COALESCE(MAX(line), 0) + 1 FROM log WHERE session = NEW.session)
BEGIN
    SELECT RAISE(ABORT, 'the log takes only its next line');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER log_unchanged BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER log_kept BEFORE DELETE ON log
WHEN NOT EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session AND purged)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
-- +goose StatementEnd
