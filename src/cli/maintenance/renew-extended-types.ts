import type { Statements } from '../../infrastructure/database/database.ts';
import { extendedTypes } from '../../infrastructure/database/migrate.ts';

/**
 * Makes the enum types anew that migrations have added values to.
 *
 * PostgreSQL refuses a value in the transaction that adds it to a type, and takes those that a type begins with. A
 * restore migrates and inserts in one transaction. The tables are empty.
 */
export async function renewExtendedTypes({ execute }: Pick<Statements, 'execute'>): Promise<void> {
  for (const type of extendedTypes()) await execute(renewed(type));
}

/** A type that later migrations make is not there yet. */
const renewed = (type: string) => `
  DO $$ DECLARE
    labels text := (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum
      WHERE enumtypid = to_regtype('"${type}"'));
    each RECORD;
  BEGIN
    IF labels IS NULL THEN RETURN; END IF;
    EXECUTE format('ALTER TYPE "${type}" RENAME TO "${type}_old"; CREATE TYPE "${type}" AS ENUM (%s)', labels);
    FOR each IN
      SELECT c.oid::regclass AS relation, a.attname AS name, CASE t.typelem WHEN 0 THEN '' ELSE '[]' END AS list,
        replace(pg_get_expr(d.adbin, d.adrelid), '"${type}_old"', '"${type}"') AS unless_given
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE '"${type}_old"'::regtype IN (t.oid, t.typelem) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER %I DROP DEFAULT, ALTER %I TYPE "${type}"%s USING %I::text::"${type}"%s',
        each.relation, each.name, each.name, each.list, each.name, each.list);
      IF each.unless_given IS NOT NULL THEN
        EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT %s', each.relation, each.name, each.unless_given);
      END IF;
    END LOOP;
    DROP TYPE "${type}_old";
  END $$`;
