/** The columns of a row that the audit shows, by name. */
type Columns = { readonly [column: string]: unknown };
/** A row before and after a statement. Null where it was not, or is not any more. */
type RowNote = { readonly before: Columns | null; readonly after: Columns | null };
/** Columns by what their row is, for example `plan customer:1.0.0/gold`. */
type Side = { [row: string]: Columns | null };

type Detail = { readonly [member: string]: unknown };

/** Characters of JSON that before and after may have together. What is more is counted, not kept. */
const CHARACTERS_MAX = 32_000;

/** The column that says what a row is, and the one with its org. Only that org reads the row. */
const KEY = 'key';
const ORG = '$org';

/**
 * Adds the rows that a transaction has changed to the detail of its event. They are in `before` and `after`, by what each
 * is. A row that was there and is there has only the columns that differ. Where the detail has its own, those come on
 * top.
 *
 * @param notes a JSON object a line, as the trigger `noteForAudit` writes them
 * @returns the detail as it was where no row has changed
 */
export function detailWithRows(detail: unknown, notes: string, orgId: string): unknown {
  const given = isColumns(detail) ? detail : {};
  const [before, after] = sidesOf(rowsIn(notes), orgId);
  if (Object.keys(before).length === 0 || !areSides(given)) return detail ?? null;
  const omitted = shorten(before, after);
  return {
    ...given,
    before: onTop(before, given['before']),
    after: onTop(after, given['after']),
    ...(omitted > 0 && { omitted }),
  };
}

function rowsIn(notes: string): RowNote[] {
  const lines = notes.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as RowNote);
}

/** Lists the changed rows of an org before and after, with the columns that differ. */
function sidesOf(rows: readonly RowNote[], orgId: string): [before: Side, after: Side] {
  const [before, after]: [Side, Side] = [{}, {}];
  for (const [key, row] of mergedNotes(rows, orgId)) {
    const columns = changedColumns(row);
    const cameAndWent = !row.before && !row.after;
    if (cameAndWent || (row.before && row.after && columns.length === 0)) continue;
    before[key] = row.before && only(row.before, columns);
    after[key] = row.after && only(row.after, columns);
  }
  return [before, after];
}

/** Merges the notes of each row, which several statements may have changed, by its key. */
function mergedNotes(rows: readonly RowNote[], orgId: string): Map<string, RowNote> {
  const merged = new Map<string, RowNote>();
  for (const { before, after } of rows) {
    const row = after ?? before ?? {};
    const [key, org] = [`${row[KEY]}`, row[ORG]];
    if (typeof org === 'string' && org !== orgId) continue;
    const earlier = merged.get(key);
    merged.set(key, { before: earlier ? earlier.before : before, after });
  }
  return merged;
}

/** Names the columns that differ. Of a row that is new or gone they are all. */
function changedColumns({ before, after }: RowNote): string[] {
  const columns = Object.keys(after ?? before ?? {}).filter((name) => name !== KEY && name !== ORG);
  return before && after ? columns.filter((name) => differs(before[name], after[name])) : columns;
}

const differs = (was: unknown, is: unknown) => JSON.stringify(was) !== JSON.stringify(is);

const only = (row: Columns, names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** Leaves the last rows out until both sides are short enough. @returns how many are left out */
function shorten(before: Side, after: Side): number {
  let room = CHARACTERS_MAX;
  let omitted = 0;
  for (const key of Object.keys(before)) {
    room -= JSON.stringify([key, before[key], key, after[key]]).length;
    if (room >= 0) continue;
    delete before[key];
    delete after[key];
    omitted += 1;
  }
  return omitted;
}

const isColumns = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areSides = ({ before = {}, after = {} }: Detail) => isColumns(before) && isColumns(after);

/** Puts the facts of a detail on top of the columns of the same row. */
function onTop(rows: Side, given: unknown): Detail {
  if (!isColumns(given)) return rows;
  const merged = Object.entries(given).map(([key, own]) => [
    key,
    isColumns(own) ? { ...rows[key], ...own } : own,
  ]);
  return { ...rows, ...Object.fromEntries(merged) };
}
