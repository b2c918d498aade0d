-- CreateEnum
CREATE TYPE "LetterKind" AS ENUM ('INVITATION', 'PASSWORD_RESET');

-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "address" TEXT,
ADD COLUMN     "consumerOrgId" UUID,
ADD COLUMN     "invitationId" UUID,
ADD COLUMN     "letter" "LetterKind",
ADD COLUMN     "linkEndsAt" TIMESTAMPTZ(3),
ADD COLUMN     "writtenAt" TIMESTAMPTZ(3),
ALTER COLUMN "eventId" DROP NOT NULL,
ALTER COLUMN "memberId" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "Mail_consumerOrgId_writtenAt_idx" ON "Mail"("consumerOrgId", "writtenAt");

-- CreateIndex
CREATE INDEX "Mail_invitationId_idx" ON "Mail"("invitationId");

-- CreateIndex
CREATE INDEX "Mail_address_writtenAt_idx" ON "Mail"("address", "writtenAt");

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_consumerOrgId_fkey" FOREIGN KEY ("consumerOrgId") REFERENCES "ConsumerOrg"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "MemberInvitation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

