-- CreateTable
CREATE TABLE "SecretKey" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "SecretKey_pkey" PRIMARY KEY ("id")
);

