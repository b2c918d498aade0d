-- CreateTable
CREATE TABLE "UsageBatch" (
    "id" BIGSERIAL NOT NULL,
    "writer" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "contents" BYTEA NOT NULL,

    CONSTRAINT "UsageBatch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "UsageBatch_writer_sequence_key" ON "UsageBatch"("writer", "sequence");


-- The contents are deflated: to compress them again would cost time and save nothing.
ALTER TABLE "UsageBatch" ALTER COLUMN "contents" SET STORAGE EXTERNAL;
