-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "anySubscribers" BOOLEAN NOT NULL DEFAULT false;

