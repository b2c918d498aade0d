-- DropForeignKey
ALTER TABLE "Mail" DROP CONSTRAINT "Mail_consumerOrgId_fkey";

-- AlterTable
ALTER TABLE "Org" ADD COLUMN     "letters" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "lettersSince" TIMESTAMPTZ(3);

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_consumerOrgId_fkey" FOREIGN KEY ("consumerOrgId") REFERENCES "ConsumerOrg"("id") ON DELETE SET NULL ON UPDATE CASCADE;

