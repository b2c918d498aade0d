import type { Secrets } from '../secrets/secrets.ts';
import { MaintenanceFault } from './maintenance-fault.ts';
import type { Table } from './tables.ts';

/**
 * Columns whose values open something and are stored in clear. A backup seals them.
 *
 * The client id alone is enough for a call of an API whose definition has the kind CLIENT_ID.
 *
 * Decision: the database does not seal them. Processes of the version before, of which gateways are upgraded last,
 * still read them, and a gateway finds the client id of a call by its text.
 */
const sealedColumns: Readonly<Record<string, readonly string[]>> = { Credential: ['clientKey'] };

/** A table as a backup describes it, with the columns whose values are sealed there. */
export type BackedUpTable = Table & { readonly sealed?: readonly string[] };

/** Converts a row of a backup. A row is a JSON array of the columns, each a text or null. */
type WriteRow = (row: string) => string;
type Value = string | null;

export const described = (table: Table): BackedUpTable => {
  const sealed = sealedColumns[table.name];
  return sealed ? { ...table, sealed } : table;
};

/** Seals a row as the table is described; undefined where it has nothing to seal. */
export const sealRow = (table: BackedUpTable, secrets: Secrets): WriteRow | undefined =>
  rowWriter(table, (value, boundTo) => secrets.seal(value, boundTo).toString('base64'));

/** Unseals a row of a backup. @throws BACKUP_INVALID where it was changed, or a value was moved */
export function unsealRow(table: BackedUpTable, secrets: Secrets): WriteRow | undefined {
  const unseal = rowWriter(table, (value, boundTo) => secrets.unseal(Buffer.from(value, 'base64'), boundTo));
  return (
    unseal &&
    ((row) => {
      try {
        return unseal(row);
      } catch (error) {
        const sentence = `This is no whole backup: a row of its table ${table.name} was changed.`;
        throw new MaintenanceFault('BACKUP_INVALID', sentence, error);
      }
    })
  );
}

/** Binds each sealed value of a row to its column and row. It cannot be moved to another. */
function rowWriter(
  { name, columns, sealed = [] }: BackedUpTable,
  write: (value: string, boundTo: string) => string,
): WriteRow | undefined {
  if (sealed.length === 0) return undefined;
  const names = columns.map((column) => column.name);
  const id = names.indexOf('id');
  return (row) => {
    const values = JSON.parse(row) as Value[];
    const written = values.map((value, at) => {
      const column = names[at] ?? '';
      return value === null || !sealed.includes(column)
        ? value
        : write(value, `${name}.${column} of ${values[id]} in a backup`);
    });
    return JSON.stringify(written);
  };
}
