-- AlterTable
ALTER TABLE "Api" ADD COLUMN     "sortKey" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "AuditEvent_subject_idx" ON "AuditEvent" USING HASH ("subject");


CREATE OR REPLACE TRIGGER "writeSortKey" BEFORE INSERT OR UPDATE OF name, version ON "Api" FOR EACH ROW EXECUTE FUNCTION "writeSortKey"();

-- Those that there are.
UPDATE "Api" SET "name" = "name";
