-- AlterTable
ALTER TABLE "Catalog" ADD COLUMN     "lintPolicy" JSONB;

-- CreateTable
CREATE TABLE "RuleSet" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RuleSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LintResult" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "findings" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LintResult_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "RuleSet_orgId_name_key" ON "RuleSet"("orgId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "LintResult_orgId_key_key" ON "LintResult"("orgId", "key");

-- AddForeignKey
ALTER TABLE "RuleSet" ADD CONSTRAINT "RuleSet_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LintResult" ADD CONSTRAINT "LintResult_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The function as the migrations before have left it, with the new table and column.
DO $do$
DECLARE
    definition text := pg_get_functiondef('"noteForAudit"'::regproc);
BEGIN
    definition := replace(definition, $text$r."changePolicy"'$text$, $text$r."changePolicy", r."lintPolicy"'$text$);
    definition := replace(definition, $text$        WHEN 'Backend' THEN$text$, $text$        WHEN 'RuleSet' THEN '''rule set '' || r."name" AS key, r."title", r."rules"'
        WHEN 'Backend' THEN$text$);
    EXECUTE definition;
END $do$;

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "RuleSet" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "RuleSet" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "RuleSet" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "RuleSet" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "RuleSet" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "RuleSet" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"();
