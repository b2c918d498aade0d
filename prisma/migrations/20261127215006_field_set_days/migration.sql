-- CreateIndex
CREATE INDEX "FieldSetDay_set_day_idx" ON "FieldSetDay"("set", "day");

