-- CreateTable
CREATE TABLE "MeteredWatch" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "closedUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MeteredWatch_pkey" PRIMARY KEY ("id")
);

