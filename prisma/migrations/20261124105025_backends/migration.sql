-- AlterTable
ALTER TABLE "Api" ADD COLUMN     "backend" TEXT;

-- AlterTable
ALTER TABLE "CatalogApi" ADD COLUMN     "backend" TEXT;

-- CreateTable
CREATE TABLE "Backend" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Backend_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogBackend" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "backendId" UUID NOT NULL,
    "settings" JSONB NOT NULL,

    CONSTRAINT "CatalogBackend_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Secret" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "valueSealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Backend_orgId_name_key" ON "Backend"("orgId", "name");

-- CreateIndex
CREATE INDEX "CatalogBackend_backendId_idx" ON "CatalogBackend"("backendId");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogBackend_catalogId_backendId_key" ON "CatalogBackend"("catalogId", "backendId");

-- CreateIndex
CREATE UNIQUE INDEX "Secret_catalogId_name_key" ON "Secret"("catalogId", "name");

-- AddForeignKey
ALTER TABLE "Backend" ADD CONSTRAINT "Backend_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogBackend" ADD CONSTRAINT "CatalogBackend_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogBackend" ADD CONSTRAINT "CatalogBackend_backendId_fkey" FOREIGN KEY ("backendId") REFERENCES "Backend"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

