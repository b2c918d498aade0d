-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('ADMINISTRATOR', 'DEVELOPER', 'VIEWER');

-- CreateEnum
CREATE TYPE "UserRegistryType" AS ENUM ('AUTHENTICATION_URL');

-- CreateEnum
CREATE TYPE "GatewayType" AS ENUM ('NATIVE');

-- CreateEnum
CREATE TYPE "GrantType" AS ENUM ('RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION');

-- CreateEnum
CREATE TYPE "ClientType" AS ENUM ('CONFIDENTIAL', 'PUBLIC');

-- CreateEnum
CREATE TYPE "ApiKind" AS ENUM ('REST', 'GRAPHQL');

-- CreateEnum
CREATE TYPE "RateLimitUnit" AS ENUM ('MINUTE', 'HOUR');

-- CreateEnum
CREATE TYPE "Visibility" AS ENUM ('PUBLIC', 'AUTHENTICATED', 'CUSTOM');

-- CreateEnum
CREATE TYPE "Subscribability" AS ENUM ('AUTHENTICATED', 'CUSTOM', 'DISABLED');

-- CreateEnum
CREATE TYPE "ProductState" AS ENUM ('STAGED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED');

-- CreateEnum
CREATE TYPE "ApplicationState" AS ENUM ('ENABLED', 'SUSPENDED');

-- CreateEnum
CREATE TYPE "SubscriptionState" AS ENUM ('PENDING_APPROVAL', 'ACTIVE', 'REJECTED');

-- CreateEnum
CREATE TYPE "GraphQLServerState" AS ENUM ('PENDING', 'READY', 'FAILED');

-- CreateTable
CREATE TABLE "Org" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Org_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Catalog" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "selfServiceSignUp" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Catalog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UserRegistry" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "type" "UserRegistryType" NOT NULL DEFAULT 'AUTHENTICATION_URL',
    "url" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UserRegistry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OAuthProvider" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "gatewayType" "GatewayType" NOT NULL DEFAULT 'NATIVE',
    "grantTypes" "GrantType"[],
    "clientTypes" "ClientType"[],
    "authorizePath" TEXT NOT NULL,
    "tokenPath" TEXT NOT NULL,
    "scopes" JSONB NOT NULL,
    "userRegistryId" UUID,
    "accessTokenSeconds" INTEGER NOT NULL,
    "refreshTokens" BOOLEAN NOT NULL,
    "refreshTokenSeconds" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OAuthProvider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "oauthProviderId" UUID NOT NULL,
    "algorithm" TEXT NOT NULL,
    "publicJwk" JSONB NOT NULL,
    "privateJwkSealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Api" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "kind" "ApiKind" NOT NULL,
    "basePath" TEXT NOT NULL,
    "targetUrl" TEXT,
    "graphqlUrl" TEXT,
    "sdl" TEXT,
    "openapi" JSONB,
    "securityDefinitions" JSONB NOT NULL,
    "security" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Api_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Product" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "visibility" "Visibility" NOT NULL DEFAULT 'PUBLIC',
    "subscribability" "Subscribability" NOT NULL DEFAULT 'AUTHENTICATED',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProductApi" (
    "productId" UUID NOT NULL,
    "apiId" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "ProductApi_pkey" PRIMARY KEY ("productId","apiId")
);

-- CreateTable
CREATE TABLE "Plan" (
    "id" UUID NOT NULL,
    "productId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "rateLimit" INTEGER,
    "rateLimitUnit" "RateLimitUnit" NOT NULL DEFAULT 'HOUR',
    "maxGraphQLCost" INTEGER,
    "maxGraphQLDepth" INTEGER,
    "approvalRequired" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogProduct" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "state" "ProductState" NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "subscribability" "Subscribability" NOT NULL,
    "migrationTargetId" UUID,
    "migrationPlans" JSONB NOT NULL DEFAULT '[]',
    "deprecatedAt" TIMESTAMPTZ(3),
    "sunsetAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CatalogProduct_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogApi" (
    "id" UUID NOT NULL,
    "catalogProductId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "kind" "ApiKind" NOT NULL,
    "basePath" TEXT NOT NULL,
    "targetUrl" TEXT,
    "graphqlUrl" TEXT,
    "sdl" TEXT,
    "openapi" JSONB,
    "securityDefinitions" JSONB NOT NULL,
    "security" JSONB NOT NULL,
    "online" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "CatalogApi_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogPlan" (
    "id" UUID NOT NULL,
    "catalogProductId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "rateLimit" INTEGER,
    "rateLimitUnit" "RateLimitUnit" NOT NULL DEFAULT 'HOUR',
    "maxGraphQLCost" INTEGER,
    "maxGraphQLDepth" INTEGER,
    "approvalRequired" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "CatalogPlan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConsumerOrg" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConsumerOrg_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "consumerOrgId" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PortalSession" (
    "id" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PortalSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Application" (
    "id" UUID NOT NULL,
    "consumerOrgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "state" "ApplicationState" NOT NULL DEFAULT 'ENABLED',
    "redirectUris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Credential" (
    "id" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "clientKey" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "previousSecretHash" TEXT,
    "previousSecretExpiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "id" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "catalogProductId" UUID NOT NULL,
    "catalogPlanId" UUID NOT NULL,
    "state" "SubscriptionState" NOT NULL DEFAULT 'ACTIVE',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UsageDay" (
    "subscriptionId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "UsageDay_pkey" PRIMARY KEY ("subscriptionId","day")
);

-- CreateTable
CREATE TABLE "GraphQLServer" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "state" "GraphQLServerState" NOT NULL DEFAULT 'PENDING',
    "failure" TEXT,
    "sdl" TEXT,
    "sources" JSONB NOT NULL DEFAULT '[]',
    "policies" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GraphQLServer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccessToken" (
    "id" UUID NOT NULL,
    "orgId" UUID,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RevokedToken" (
    "jti" TEXT NOT NULL,
    "orgId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RevokedToken_pkey" PRIMARY KEY ("jti")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "orgId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_CatalogToUserRegistry" (
    "A" UUID NOT NULL,
    "B" UUID NOT NULL,

    CONSTRAINT "_CatalogToUserRegistry_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_CatalogToOAuthProvider" (
    "A" UUID NOT NULL,
    "B" UUID NOT NULL,

    CONSTRAINT "_CatalogToOAuthProvider_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "Org_name_key" ON "Org"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Catalog_orgId_name_key" ON "Catalog"("orgId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "UserRegistry_orgId_name_key" ON "UserRegistry"("orgId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "OAuthProvider_orgId_name_key" ON "OAuthProvider"("orgId", "name");

-- CreateIndex
CREATE INDEX "SigningKey_oauthProviderId_idx" ON "SigningKey"("oauthProviderId");

-- CreateIndex
CREATE UNIQUE INDEX "Api_orgId_name_version_key" ON "Api"("orgId", "name", "version");

-- CreateIndex
CREATE UNIQUE INDEX "Product_orgId_name_version_key" ON "Product"("orgId", "name", "version");

-- CreateIndex
CREATE INDEX "ProductApi_apiId_idx" ON "ProductApi"("apiId");

-- CreateIndex
CREATE UNIQUE INDEX "Plan_productId_name_key" ON "Plan"("productId", "name");

-- CreateIndex
CREATE INDEX "CatalogProduct_migrationTargetId_idx" ON "CatalogProduct"("migrationTargetId");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogProduct_catalogId_name_version_key" ON "CatalogProduct"("catalogId", "name", "version");

-- CreateIndex
CREATE INDEX "CatalogApi_name_version_idx" ON "CatalogApi"("name", "version");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogApi_catalogProductId_name_version_key" ON "CatalogApi"("catalogProductId", "name", "version");

-- CreateIndex
CREATE UNIQUE INDEX "CatalogPlan_catalogProductId_name_key" ON "CatalogPlan"("catalogProductId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "ConsumerOrg_catalogId_name_key" ON "ConsumerOrg"("catalogId", "name");

-- CreateIndex
CREATE INDEX "Member_consumerOrgId_idx" ON "Member"("consumerOrgId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_catalogId_username_key" ON "Member"("catalogId", "username");

-- CreateIndex
CREATE UNIQUE INDEX "PortalSession_tokenHash_key" ON "PortalSession"("tokenHash");

-- CreateIndex
CREATE INDEX "PortalSession_memberId_idx" ON "PortalSession"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "Application_consumerOrgId_name_key" ON "Application"("consumerOrgId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Credential_clientKey_key" ON "Credential"("clientKey");

-- CreateIndex
CREATE INDEX "Credential_applicationId_idx" ON "Credential"("applicationId");

-- CreateIndex
CREATE INDEX "Subscription_catalogProductId_idx" ON "Subscription"("catalogProductId");

-- CreateIndex
CREATE INDEX "Subscription_catalogPlanId_idx" ON "Subscription"("catalogPlanId");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_applicationId_catalogProductId_key" ON "Subscription"("applicationId", "catalogProductId");

-- CreateIndex
CREATE UNIQUE INDEX "GraphQLServer_name_key" ON "GraphQLServer"("name");

-- CreateIndex
CREATE UNIQUE INDEX "AccessToken_tokenHash_key" ON "AccessToken"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "AccessToken_orgId_name_key" ON "AccessToken"("orgId", "name");

-- CreateIndex
CREATE INDEX "RevokedToken_orgId_idx" ON "RevokedToken"("orgId");

-- CreateIndex
CREATE INDEX "AuditEvent_orgId_id_idx" ON "AuditEvent"("orgId", "id");

-- CreateIndex
CREATE INDEX "_CatalogToUserRegistry_B_index" ON "_CatalogToUserRegistry"("B");

-- CreateIndex
CREATE INDEX "_CatalogToOAuthProvider_B_index" ON "_CatalogToOAuthProvider"("B");

-- AddForeignKey
ALTER TABLE "Catalog" ADD CONSTRAINT "Catalog_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserRegistry" ADD CONSTRAINT "UserRegistry_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthProvider" ADD CONSTRAINT "OAuthProvider_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthProvider" ADD CONSTRAINT "OAuthProvider_userRegistryId_fkey" FOREIGN KEY ("userRegistryId") REFERENCES "UserRegistry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SigningKey" ADD CONSTRAINT "SigningKey_oauthProviderId_fkey" FOREIGN KEY ("oauthProviderId") REFERENCES "OAuthProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Api" ADD CONSTRAINT "Api_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Product" ADD CONSTRAINT "Product_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductApi" ADD CONSTRAINT "ProductApi_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductApi" ADD CONSTRAINT "ProductApi_apiId_fkey" FOREIGN KEY ("apiId") REFERENCES "Api"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogProduct" ADD CONSTRAINT "CatalogProduct_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogProduct" ADD CONSTRAINT "CatalogProduct_migrationTargetId_fkey" FOREIGN KEY ("migrationTargetId") REFERENCES "CatalogProduct"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogApi" ADD CONSTRAINT "CatalogApi_catalogProductId_fkey" FOREIGN KEY ("catalogProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CatalogPlan" ADD CONSTRAINT "CatalogPlan_catalogProductId_fkey" FOREIGN KEY ("catalogProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsumerOrg" ADD CONSTRAINT "ConsumerOrg_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_consumerOrgId_fkey" FOREIGN KEY ("consumerOrgId") REFERENCES "ConsumerOrg"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PortalSession" ADD CONSTRAINT "PortalSession_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_consumerOrgId_fkey" FOREIGN KEY ("consumerOrgId") REFERENCES "ConsumerOrg"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_catalogProductId_fkey" FOREIGN KEY ("catalogProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_catalogPlanId_fkey" FOREIGN KEY ("catalogPlanId") REFERENCES "CatalogPlan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GraphQLServer" ADD CONSTRAINT "GraphQLServer_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RevokedToken" ADD CONSTRAINT "RevokedToken_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_CatalogToUserRegistry" ADD CONSTRAINT "_CatalogToUserRegistry_A_fkey" FOREIGN KEY ("A") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_CatalogToUserRegistry" ADD CONSTRAINT "_CatalogToUserRegistry_B_fkey" FOREIGN KEY ("B") REFERENCES "UserRegistry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_CatalogToOAuthProvider" ADD CONSTRAINT "_CatalogToOAuthProvider_A_fkey" FOREIGN KEY ("A") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_CatalogToOAuthProvider" ADD CONSTRAINT "_CatalogToOAuthProvider_B_fkey" FOREIGN KEY ("B") REFERENCES "OAuthProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

