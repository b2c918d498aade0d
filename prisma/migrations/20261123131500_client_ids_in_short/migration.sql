-- Client ids can be all that a call needs, and stood in full in the audit and in what is kept of refused calls until both
-- began to tell the first seven characters (`ck_qAEh…`). What was written before tells no more from now on.
UPDATE "AuditEvent"
SET "actor" = regexp_replace("actor", '\m(ck_[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])', '\1…', 'g'),
    "subject" = regexp_replace("subject", '\m(ck_[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])', '\1…', 'g'),
    "detail" = regexp_replace("detail"::text, '\m(ck_[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])', '\1…', 'g')::jsonb
WHERE concat("actor", ' ', "subject", ' ', "detail"::text) ~ '\mck_[A-Za-z0-9_-]{22}';

UPDATE "RefusedCall"
SET "detail" = regexp_replace("detail", '\m(ck_[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])', '\1…', 'g'),
    "decision" = regexp_replace("decision"::text, '\m(ck_[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])', '\1…', 'g')::jsonb
WHERE concat("detail", ' ', "decision"::text) ~ '\mck_[A-Za-z0-9_-]{22}';
