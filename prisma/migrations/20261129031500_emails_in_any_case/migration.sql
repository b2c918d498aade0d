-- Who has forgotten a password is found by the email address, in any case.
CREATE INDEX "Member_catalogId_lower_email_idx" ON "Member"("catalogId", lower("email"));
