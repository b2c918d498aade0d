/** Days within which a change can be undone. */
export const UNDO_DAYS = 30;
export const UNDO_MS = UNDO_DAYS * 86_400_000;

/** A value of JSON, from a JSON column or any other column of the database. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** The tables of a catalog whose changes can be undone. */
export type ImageTable = 'products' | 'plans' | 'apis' | 'subscriptions' | 'backends';

/** A row by its columns. `label` names the row in words; it is no column. */
export type ImageRow = {
  readonly id: string;
  readonly label: Readonly<Record<string, string | null>>;
  readonly columns: Readonly<Record<string, Json>>;
};

export type ProductImage = Readonly<Record<ImageTable, readonly ImageRow[]>>;

/** The image of nothing. */
export const emptyImage: ProductImage = {
  products: [],
  plans: [],
  apis: [],
  subscriptions: [],
  backends: [],
};

/**
 * A row before and after a change. Null where it did not exist. Where it existed both times, only the columns that
 * differ.
 */
export type RowChange = {
  readonly table: ImageTable;
  readonly id: string;
  readonly before: ImageRow | null;
  readonly after: ImageRow | null;
};

export const imageTables: readonly ImageTable[] = ['products', 'plans', 'apis', 'subscriptions', 'backends'];

/** Reduces two images to the rows and columns that differ. */
export function imageDifference(
  before: ProductImage,
  after: ProductImage,
): { before: ProductImage; after: ProductImage } {
  const changes = rowChanges(before, after).map(narrowed).filter(differs);
  return {
    before: imageOf(changes, ({ before: row }) => row),
    after: imageOf(changes, ({ after: row }) => row),
  };
}

/** Pairs the rows of two images by their ids. */
export function rowChanges(before: ProductImage, after: ProductImage): RowChange[] {
  return imageTables.flatMap((table) => {
    // Images of an earlier version have no back-ends.
    const earlier = new Map((before[table] ?? []).map((row) => [row.id, row]));
    const later = new Map((after[table] ?? []).map((row) => [row.id, row]));
    return [...new Set([...earlier.keys(), ...later.keys()])].map((id) => ({
      table,
      id,
      before: earlier.get(id) ?? null,
      after: later.get(id) ?? null,
    }));
  });
}

/** The rows that a change, or several after another, have changed. */
export type ImageDifference = { readonly before: ProductImage; readonly after: ProductImage };

/** Composes two differences that follow each other to one. */
export function composedDifference(first: ImageDifference, second: ImageDifference): ImageDifference {
  const earlier = new Map(rowChanges(first.before, first.after).map((each) => [each.id, each]));
  const later = new Map(rowChanges(second.before, second.after).map((each) => [each.id, each]));
  const all = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    const [one, other] = [earlier.get(id), later.get(id)];
    if (!one || !other) return one ?? other ?? [];
    const before = one.before && merged(other.before, one.before);
    return { table: one.table, id, before, after: other.after && merged(one.after, other.after) };
  });
  const changes = all.map(narrowed).filter(differs);
  return {
    before: imageOf(changes, ({ before }) => before),
    after: imageOf(changes, ({ after }) => after),
  };
}

/** Columns of two images of a row. Those of the second win. */
const merged = (row: ImageRow | null, over: ImageRow): ImageRow => ({
  ...over,
  columns: { ...row?.columns, ...over.columns },
});

function narrowed({ before, after, ...row }: RowChange): RowChange {
  if (!before || !after) return { ...row, before, after };
  const members = changedColumns(before, after);
  return { ...row, before: only(before, members), after: only(after, members) };
}

function differs({ before, after }: RowChange): boolean {
  return !before || !after || Object.keys(after.columns).length > 0;
}

/** Returns the columns of `expected` that are different in `row`. */
export function changedColumns(row: ImageRow, expected: ImageRow): string[] {
  return Object.keys(expected.columns).filter(
    (member) => !isSameValue(row.columns[member], expected.columns[member]),
  );
}

/** Compares values. Documents are texts, and large. */
function isSameValue(value: Json | undefined, expected: Json | undefined): boolean {
  if (typeof value === 'string' || typeof expected === 'string') return value === expected;
  return JSON.stringify(value) === JSON.stringify(expected);
}

function only({ id, label, columns }: ImageRow, members: readonly string[]): ImageRow {
  return {
    id,
    label,
    columns: Object.fromEntries(members.map((member) => [member, columns[member] ?? null])),
  };
}

function imageOf(changes: readonly RowChange[], side: (change: RowChange) => ImageRow | null): ProductImage {
  const rows = (table: ImageTable) =>
    changes.flatMap((change) => (change.table === table ? (side(change) ?? []) : []));
  return {
    products: rows('products'),
    plans: rows('plans'),
    apis: rows('apis'),
    subscriptions: rows('subscriptions'),
    backends: rows('backends'),
  };
}
