import type { Statements } from '../database/database.ts';

/** A table, with the descriptions that writing and reading its rows as text takes. */
export type Table = {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The tables that it is made of, where it is partitioned. */
  readonly partitions: readonly { readonly name: string; readonly bound: string }[];
};

/** Settings that make PostgreSQL write values as the same text on every server. */
export const AS_TEXT = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'iso_8601';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`;

const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
        ORDER BY p.relname), '[]')
      FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS partitions
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/** Lists the platform's tables in the order of their names, without that of migrations. */
export function tablesOf({ query }: Pick<Statements, 'query'>): Promise<Table[]> {
  return query<Table>(TABLES);
}

/** A name as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
