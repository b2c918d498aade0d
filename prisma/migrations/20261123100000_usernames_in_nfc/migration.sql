-- People sign in by their username in any case, and however its accents are written. (RFC 8265: NFC)
CREATE INDEX "Member_catalogId_username_key_idx" ON "Member"("catalogId", lower(normalize("username", NFC)));
