-- Events of before have neither an address nor a MAC: chains begin with the next event of each org.
ALTER TABLE "AuditEvent" ADD COLUMN "address" TEXT, ADD COLUMN "mac" TEXT;

CREATE TABLE "AuditChain" (
    "orgId" UUID NOT NULL,
    "afterId" BIGINT,
    "afterMac" TEXT,
    "headId" BIGINT,
    "headMac" TEXT,
    "mac" TEXT,

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("orgId")
);

ALTER TABLE "AuditChain" ADD CONSTRAINT "AuditChain_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;
