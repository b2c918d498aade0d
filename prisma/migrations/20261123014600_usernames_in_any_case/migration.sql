-- People sign in by their username in any case.
CREATE INDEX "Member_catalogId_lower_username_idx" ON "Member"("catalogId", lower("username"));
