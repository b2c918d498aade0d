-- AlterTable
ALTER TABLE "Application" ADD COLUMN     "clientType" "ClientType" NOT NULL DEFAULT 'CONFIDENTIAL';

