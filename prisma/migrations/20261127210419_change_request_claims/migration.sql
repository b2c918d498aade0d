-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "claimedUntil" TIMESTAMPTZ(3);

