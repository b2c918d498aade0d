import { latencyPercentile } from '../../../domain/call/latency.ts';
import type { DifferenceKind, IgnoredDifference } from '../../../domain/rehearsal/rehearsal.ts';
import type { RehearsalDifference } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder } from '../builder.ts';

export const RehearsalStateEnum = builder.enumType('RehearsalState', {
  description: 'How far a rehearsal is.',
  values: {
    RUNNING: { description: 'Calls are sent to the successor, too.' },
    DONE: { description: 'Its time is over.' },
    STOPPED: { description: 'It was stopped before its time.' },
  } as const,
});

export const DifferenceKindEnum = builder.enumType('RehearsalDifferenceKind', {
  description: 'What is different in the answer of the successor.',
  values: {
    OPERATION_MISSING: { description: 'The successor has no such operation, or no such API.' },
    NO_ANSWER: { description: 'The successor did not answer: `now` is the code of the reason.' },
    STATUS: { description: 'The status.' },
    MEDIA_TYPE: { description: 'The media type: JSON, XML, HTML, TEXT, OTHER or NONE.' },
    FIELD_MISSING: { description: 'A member of JSON is missing: `was` has its types.' },
    FIELD_ADDED: { description: 'A member of JSON has come: `now` has its types.' },
    TYPE_CHANGED: { description: 'A member of JSON has a type that it did not have.' },
    DOCUMENT_VIOLATION: {
      description:
        "It breaks the successor's document: `now` is the keyword of the schema, the first that is broken.",
    },
  } as const,
});

export const RehearsedApiRef = builder
  .objectRef<{ readonly before: string; readonly after: string | null }>('RehearsedApi')
  .implement({
    description: 'An API whose calls are rehearsed.',
    fields: (t) => ({
      before: t.expose('before', { type: 'VersionedName', description: 'The version that is called.' }),
      after: t.expose('after', {
        type: 'VersionedName',
        nullable: true,
        description: 'Its successor; null where the new product lacks the API.',
      }),
    }),
  });

export const IgnoredRef = builder.objectRef<IgnoredDifference>('RehearsalIgnore').implement({
  description: 'Differences that are not recorded. What is null matches everything.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: DifferenceKindEnum,
      nullable: true,
      description: 'Only those of this kind.',
    }),
    operation: t.exposeString('operation', { nullable: true, description: 'Only those of this operation.' }),
    pointer: t.exposeString('pointer', { nullable: true, description: 'Only those at this place or below.' }),
  }),
});

const percentile = (share: number, of: 'before' | 'after') => (row: Record<'before' | 'after', number[]>) =>
  latencyPercentile(row[of], share);
const nullable = true as const;

builder.prismaObject('RehearsalOperation', {
  description: 'The calls of an operation that were rehearsed. Times are to the beginning of an answer.',
  select: { before: true, after: true },
  fields: (t) => ({
    api: t.exposeString('api', { description: 'The name of the API.' }),
    operation: t.exposeString('operation', {
      description:
        'The operation, for example `GET /customers/{id}`; of a GraphQL API `query` or the id of a registered one.',
    }),
    compared: t.float({
      description: 'How many calls were compared.',
      resolve: ({ compared }) => Number(compared),
      select: { compared: true },
    }),
    unread: t.float({
      description:
        'How many more were sent or would have been, but have answers that cannot be compared: large ones, streams and what is no JSON.',
      resolve: ({ unread }) => Number(unread),
      select: { unread: true },
    }),
    dropped: t.float({
      description: 'How many of the sample were left out, as gateways had too much to do.',
      resolve: ({ dropped }) => Number(dropped),
      select: { dropped: true },
    }),
    beforeP50Ms: t.float({
      nullable,
      description:
        'Milliseconds that half of the answers of the old product took at most; off by a factor of 1.41 at most.',
      resolve: percentile(0.5, 'before'),
    }),
    beforeP95Ms: t.float({
      nullable,
      description: 'The same of 95 in a hundred.',
      resolve: percentile(0.95, 'before'),
    }),
    afterP50Ms: t.float({
      nullable,
      description: 'Milliseconds that half of the answers of the new product took at most.',
      resolve: percentile(0.5, 'after'),
    }),
    afterP95Ms: t.float({
      nullable,
      description: 'The same of 95 in a hundred.',
      resolve: percentile(0.95, 'after'),
    }),
  }),
});

export const DifferenceRef = builder
  .objectRef<RehearsalDifference & { readonly share: number }>('RehearsalDifference')
  .implement({
    description:
      'A way in which the successor answers otherwise. It has places and types, and no value of an answer.',
    fields: (t) => ({
      api: t.exposeString('api', { description: 'The name of the API.' }),
      operation: t.exposeString('operation', { description: 'The operation.' }),
      kind: t.field({
        type: DifferenceKindEnum,
        description: 'What is different.',
        resolve: ({ kind }) => kind as DifferenceKind,
      }),
      pointer: t.exposeString('pointer', {
        description:
          'A JSON Pointer into `status`, `header` or `body`, of a GraphQL API into its answer by fields, for example `/body/items/*/name`; empty of a whole answer. `*` is any item of a list, and any member that no document names.',
      }),
      was: t.exposeString('was', { description: 'The status or the types of before; empty for none.' }),
      now: t.exposeString('now', { description: 'The same of the successor; empty for none.' }),
      calls: t.float({
        description: 'How many calls found it.',
        resolve: ({ calls }) => Number(calls),
      }),
      share: t.exposeFloat('share', {
        description: 'Their share of the sampled calls of the operation, from 0 to 1.',
      }),
      firstAt: t.expose('firstAt', { type: 'DateTime', description: 'When it was found first.' }),
      lastAt: t.expose('lastAt', { type: 'DateTime', description: 'When it was found last.' }),
    }),
  });
