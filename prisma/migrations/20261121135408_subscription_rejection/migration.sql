-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "rejectionReason" TEXT;

