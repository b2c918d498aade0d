-- A user registry serves the catalogs that it is assigned to: those that were served before go on to be.
INSERT INTO "_CatalogToUserRegistry" ("A", "B")
SELECT assigned."A", provider."userRegistryId"
FROM "_CatalogToOAuthProvider" AS assigned JOIN "OAuthProvider" AS provider ON provider."id" = assigned."B"
WHERE provider."userRegistryId" IS NOT NULL
ON CONFLICT DO NOTHING;
