-- AlterTable
ALTER TABLE "Org" ADD COLUMN     "messageMails" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "messageMailsSince" TIMESTAMPTZ(3);
