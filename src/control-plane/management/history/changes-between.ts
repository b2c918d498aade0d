import { isDeepStrictEqual } from 'node:util';
import { refuse } from '../../../foundation/errors.ts';
import { FIRST_DEFAULT, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { AuditEvent } from '../../../infrastructure/database/generated/prisma/client.ts';
import { type Past, pastAt, presentOf } from '../../../infrastructure/database/history.ts';
import { builder } from '../builder.ts';
import { cursorOf, type Page, PageInfoRef, pageOf, readKeyCursor } from '../page.ts';
import { type CatalogThing, catalogNouns, catalogThings, imagesStatement } from './catalog-things.ts';

type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown };

/** A thing of a catalog that differs between two instants. */
type CatalogChange = {
  readonly kind: 'ADDED' | 'CHANGED' | 'REMOVED';
  readonly noun: CatalogThing['noun'];
  readonly name: string;
  readonly fields: readonly FieldChange[];
  readonly at: Date;
  readonly audit: AuditEvent | null;
};

const FieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description:
    'A field that changed. A long value is told by its number of characters and its hash, as in the audit.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its name, for example `rateLimit`.' }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its value at the beginning; null where there was none.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its value at the end; null where there is none.',
      resolve: ({ to }) => to,
    }),
  }),
});

const ChangeKind = builder.enumType('CatalogChangeKind', {
  description: 'How a thing of a catalog changed between two instants.',
  values: {
    ADDED: { description: 'It is there at the end alone.' },
    CHANGED: { description: 'It is there at both, and is another.' },
    REMOVED: { description: 'It was there at the beginning alone.' },
  } as const,
});

const nounDescriptions: Readonly<Record<CatalogThing['noun'], string>> = {
  CATALOG: 'The settings of the catalog itself.',
  ASSIGNMENT: 'A user registry or an OAuth provider that is assigned to it.',
  BACKEND: 'A back-end as it is in the catalog.',
  SECRET: 'A secret; its value is told by nothing.',
  WEBHOOK: 'A webhook.',
  PRODUCT: 'A product, by name and version.',
  PLAN: 'A plan of a product.',
  API: 'An API of a product.',
  CONSUMER_ORG: 'A consumer org.',
  CONSUMER_GROUP: 'A group of consumer orgs, or one that is in it: `group/consumer org`.',
  APPLICATION: 'An application.',
  SUBSCRIPTION: 'A subscription, by its application.',
};

const CatalogNoun = builder.enumType('CatalogNoun', {
  description: 'The kinds of things in a catalog that history keeps.',
  values: Object.fromEntries(
    catalogNouns.map((noun) => [noun, { description: nounDescriptions[noun] }]),
  ) as Record<CatalogThing['noun'], { description: string }>,
});

const CatalogChangeRef = builder.objectRef<CatalogChange>('CatalogChange').implement({
  description: 'A thing of a catalog that was added, changed or removed between two instants.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangeKind, description: 'Was it added, changed or removed?' }),
    noun: t.expose('noun', { type: CatalogNoun, description: 'The kind of thing.' }),
    name: t.exposeString('name', {
      description: 'Its name, for example `customer:1.0.0/gold` of a plan, `acme/app` of a subscription.',
    }),
    fields: t.field({
      type: [FieldChangeRef],
      description: 'The fields that differ; of what was added or removed, those that have a value.',
      resolve: ({ fields }) => [...fields],
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it last changed in that time.' }),
    audit: t.prismaField({
      type: 'AuditEvent',
      nullable: true,
      description:
        'The audit event of that last change, which tells who it was; null where the audit keeps it no more, or nobody wrote one.',
      resolve: (_query, { audit }) => audit,
    }),
  }),
});

const CatalogChangeConnection = builder.objectRef<Page<CatalogChange>>('CatalogChangeConnection').implement({
  description: 'A page of what changed in a catalog.',
  fields: (t) => ({
    nodes: t.field({
      type: [CatalogChangeRef],
      description:
        'The changes, the last first. A page has fewer than `first` where things were changed and changed back.',
      resolve: ({ nodes }) => nodes,
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      description: 'Where the page ends.',
      resolve: ({ pageInfo }) => pageInfo,
    }),
  }),
});

builder.prismaObjectField('Catalog', 'changesBetween', (t) =>
  t.field({
    type: CatalogChangeConnection,
    description:
      'What differs in the catalog between two instants, and by whom it was changed last. Refused with HISTORY_NOT_KEPT before `historySince`.',
    args: {
      since: t.arg({ type: 'DateTime', required: true, description: 'The beginning.' }),
      until: t.arg({ type: 'DateTime', description: 'The end; now unless given.' }),
      nouns: t.arg({ type: [CatalogNoun], description: 'Only these kinds of things.' }),
      first: t.arg.int({ defaultValue: FIRST_DEFAULT, description: 'How many at most, 1 to 200.' }),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    select: { id: true, orgId: true },
    resolve: async ({ id: catalogId, orgId }, args, { database }): Promise<Page<CatalogChange>> => {
      const { since, until, nouns, after } = args;
      if (until && until < since)
        refuse('BAD_USER_INPUT', { detail: 'until is before since: swap them.', path: ['until'] });
      const { take: first } = takeSkipOf(args);
      const { prisma } = database;
      const from = await pastAt(prisma, { orgId, instant: since, path: ['since'] });
      const to = until ? await pastAt(prisma, { orgId, instant: until, path: ['until'] }) : presentOf(orgId);
      const tables = Object.entries(catalogThings)
        .filter(([, { noun }]) => nouns == null || nouns.includes(noun))
        .map(([table]) => table);
      const rows = await changedRows(prisma, { catalogId, from, to, tables, first, after });
      const { nodes, pageInfo } = pageOf(rows, first, ({ moment, rowId }) =>
        cursorOf('changes', `${moment} ${rowId}`),
      );
      return { nodes: await changesOf(prisma, nodes, { from, to }), pageInfo };
    },
  }),
);

type Prisma = Pick<Database['prisma'], '$queryRaw' | '$queryRawUnsafe' | 'auditEvent'>;

type ChangedRow = {
  readonly table: string;
  readonly rowId: string;
  /** The last moment that changed it. */
  readonly moment: bigint;
  readonly at: Date;
  readonly auditEventId: bigint | null;
};

type Span = { readonly from: Past; readonly to: Past };
type ChangedRowsInput = Span & {
  readonly catalogId: string;
  readonly tables: readonly string[];
  readonly first: number;
  readonly after: string | null | undefined;
};

/** Reads the rows that changed, the last first. It reads one more than fits the page. */
function changedRows(prisma: Prisma, input: ChangedRowsInput): Promise<ChangedRow[]> {
  const { catalogId, from, to, tables, first, after } = input;
  const [moment = null, rowId = null] =
    after == null ? [] : readKeyCursor('changes', after, /^(\d{1,18}) ([0-9a-f-]{36})$/);
  return prisma.$queryRaw<ChangedRow[]>`
    SELECT c."table", c."rowId"::text AS "rowId", c."moment", m."at", m."auditEventId" FROM (
      SELECT h."table", h."rowId", max(h."momentId") AS "moment"
      FROM "HistoryMoment" m JOIN "HistoryRow" h ON h."momentId" = m."id"
      WHERE m."orgId" = ${from.orgId}::uuid AND m."id" >= ${from.moment} AND m."id" < ${to.moment}
        AND h."catalogId" = ${catalogId}::uuid AND h."table" = ANY (${[...tables]})
      GROUP BY 1, 2) c JOIN "HistoryMoment" m ON m."id" = c."moment"
    WHERE ${moment}::bigint IS NULL OR (c."moment", c."rowId") < (${moment}::bigint, ${rowId}::uuid)
    ORDER BY c."moment" DESC, c."rowId" DESC LIMIT ${first + 1}`;
}

type Image = { readonly name: string; readonly fields: Readonly<Record<string, unknown>> };
type ImageRow = Image & { readonly id: string };
const NOTHING: Image = { name: '', fields: {} };

/** Compares rows at both ends. What was changed back is left out. */
async function changesOf(prisma: Prisma, rows: readonly ChangedRow[], span: Span): Promise<CatalogChange[]> {
  const [before, after] = [await imagesAt(prisma, rows, span.from), await imagesAt(prisma, rows, span.to)];
  const ids = rows.flatMap(({ auditEventId }) => auditEventId ?? []);
  const events = await prisma.auditEvent.findMany({ where: { id: { in: ids }, orgId: span.from.orgId } });
  const byId = new Map(events.map((event) => [event.id, event]));
  return rows.flatMap(({ table, rowId, at, auditEventId }) => {
    const [was, is] = [before.get(rowId), after.get(rowId)];
    const { noun } = catalogThings[table] ?? {};
    const known = is ?? was;
    const fields = differences(was ?? NOTHING, is ?? NOTHING);
    if (!noun || !known || (was && is && fields.length === 0)) return [];
    const kind = was ? (is ? 'CHANGED' : 'REMOVED') : 'ADDED';
    const audit = auditEventId === null ? null : (byId.get(auditEventId) ?? null);
    return [{ kind, noun, name: known.name, fields, at, audit }];
  });
}

async function imagesAt(
  prisma: Prisma,
  rows: readonly ChangedRow[],
  { moment }: Past,
): Promise<ReadonlyMap<string, Image>> {
  const images = new Map<string, Image>();
  for (const [table, thing] of Object.entries(catalogThings)) {
    const ids = rows.filter((row) => row.table === table).map(({ rowId }) => rowId);
    if (ids.length === 0) continue;
    const statement = imagesStatement(table, thing);
    for (const { id, ...image } of await prisma.$queryRawUnsafe<ImageRow[]>(statement, ids, moment))
      images.set(id, image);
  }
  return images;
}

function differences({ fields: was }: Image, { fields: is }: Image): FieldChange[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names.flatMap((field) => {
    const [from, to] = [was[field] ?? null, is[field] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}
