-- What a rotation of the secret key leaves of the keys before.
ALTER TABLE "SecretKey" ADD COLUMN "retiredSealed" BYTEA;
