-- CreateEnum
CREATE TYPE "PasskeyPurpose" AS ENUM ('AUTHENTICATION', 'REGISTRATION');

-- AlterTable
ALTER TABLE "ConsoleSession" ADD COLUMN     "verified" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "secondFactorId" UUID;

-- AlterTable
ALTER TABLE "Org" ADD COLUMN     "requiresSecondFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "SecondFactor" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" UUID NOT NULL,
    "secondFactorId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "id" UUID NOT NULL,
    "secondFactorId" UUID NOT NULL,
    "codeHash" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasskeyChallenge" (
    "sessionId" UUID NOT NULL,
    "purpose" "PasskeyPurpose" NOT NULL,
    "challenge" TEXT NOT NULL,
    "secondFactorId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("sessionId")
);

-- CreateIndex
CREATE INDEX "SecondFactor_userId_idx" ON "SecondFactor"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_secondFactorId_idx" ON "Passkey"("secondFactorId");

-- CreateIndex
CREATE UNIQUE INDEX "RecoveryCode_secondFactorId_codeHash_key" ON "RecoveryCode"("secondFactorId", "codeHash");

-- CreateIndex
CREATE INDEX "Membership_secondFactorId_idx" ON "Membership"("secondFactorId");

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_secondFactorId_fkey" FOREIGN KEY ("secondFactorId") REFERENCES "SecondFactor"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_secondFactorId_fkey" FOREIGN KEY ("secondFactorId") REFERENCES "SecondFactor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_secondFactorId_fkey" FOREIGN KEY ("secondFactorId") REFERENCES "SecondFactor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasskeyChallenge" ADD CONSTRAINT "PasskeyChallenge_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "ConsoleSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

