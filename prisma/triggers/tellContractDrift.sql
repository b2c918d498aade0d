-- Writes an event CONTRACT_DRIFT when calls break the document of their API, once in a day for each way.
CREATE OR REPLACE FUNCTION "tellContractDrift"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        SELECT c."orgId", c."id", 'CONTRACT_DRIFT', NEW."api", jsonb_build_object('side', NEW."side",
            'operation', NEW."operation", 'pointer', NEW."pointer", 'keyword', NEW."keyword", 'calls', NEW."calls",
            'firstAt', to_char(NEW."firstAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM "Catalog" c WHERE c."id" = NEW."catalogId";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellContractDriftFound" AFTER INSERT ON "ContractDrift"
    FOR EACH ROW EXECUTE FUNCTION "tellContractDrift"();
CREATE OR REPLACE TRIGGER "tellContractDriftGoesOn" AFTER UPDATE ON "ContractDrift"
    FOR EACH ROW
    WHEN (old."toldAt" IS DISTINCT FROM new."toldAt") EXECUTE FUNCTION "tellContractDrift"();
