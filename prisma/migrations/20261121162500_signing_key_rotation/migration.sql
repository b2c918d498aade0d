-- CreateEnum
CREATE TYPE "SigningAlgorithm" AS ENUM ('ES256', 'EdDSA', 'RS256');

-- AlterTable
ALTER TABLE "OAuthProvider" ADD COLUMN     "signingAlgorithm" "SigningAlgorithm" NOT NULL DEFAULT 'ES256';

-- AlterTable: a key signs since it was made, and may have signed tokens of the longest lifetime that there is.
ALTER TABLE "SigningKey" ADD COLUMN     "signsFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "tokenSecondsMax" INTEGER NOT NULL DEFAULT 86400,
ALTER COLUMN "algorithm" TYPE "SigningAlgorithm" USING "algorithm"::"SigningAlgorithm";
UPDATE "SigningKey" SET "signsFrom" = "createdAt";
ALTER TABLE "SigningKey" ALTER COLUMN "tokenSecondsMax" DROP DEFAULT;
