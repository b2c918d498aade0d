-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "issuerId" UUID;

-- CreateIndex
CREATE INDEX "AccessToken_issuerId_idx" ON "AccessToken"("issuerId");

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "AccessToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;

