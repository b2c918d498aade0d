-- CreateTable
CREATE TABLE "MemberPasskey" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MemberPasskey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "MemberPasskey_memberId_idx" ON "MemberPasskey"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "MemberPasskey_catalogId_credentialId_key" ON "MemberPasskey"("catalogId", "credentialId");

-- AddForeignKey
ALTER TABLE "MemberPasskey" ADD CONSTRAINT "MemberPasskey_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemberPasskey" ADD CONSTRAINT "MemberPasskey_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

