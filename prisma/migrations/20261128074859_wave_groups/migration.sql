-- AlterTable
ALTER TABLE "ChangeWave" ADD COLUMN     "groups" TEXT[] DEFAULT ARRAY[]::TEXT[];

